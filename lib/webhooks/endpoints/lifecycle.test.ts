// @module-tag promise
import { expect, test } from "vitest";
import { recordEvent } from "@/lib/access/events/record-event";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import { auditOf, secretsOf, settings } from "@/testing/harness/endpoints";
import { createEndpoint } from "./create";
import { getEndpoint, listEndpoints } from "./endpoint";
import { deleteEndpoint, pauseEndpoint, resumeEndpoint } from "./lifecycle";

/** Writes an event that the business's endpoints receive. */
const happen = (businessId: string) =>
  db.$transaction((tx) =>
    recordEvent(tx, {
      businessId,
      type: "webhook.test",
      objectId: null,
      sequence: 1,
      payload: { endpointId: newId("webhook") },
    }),
  );

const deliveriesOf = (endpointId: string) =>
  db.webhookDelivery.findMany({
    where: { endpointId },
    orderBy: { id: "asc" },
    select: { state: true, messageId: true },
  });

const messagesOf = (target: string) => db.outboxMessage.count({ where: { target } });

test("pausing keeps what waits, resuming lets new events through and counts failures from the start", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  await happen(member.businessId);
  expect(await messagesOf(endpoint.id)).toBe(1);
  expect(await pauseEndpoint(member, endpoint.id)).toMatchObject({ status: "paused" });
  await pauseEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect(await deliveriesOf(endpoint.id)).toEqual([
    { state: "held", messageId: null },
    { state: "held", messageId: null },
  ]);
  expect(await messagesOf(endpoint.id)).toBe(0);

  const failed = { failures: 7, failingSince: clock.now(), noticesSent: 2 };
  const disabled = { disabledAt: clock.now(), disabledReason: "failing" };
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { ...failed, ...disabled } });
  expect(await getEndpoint(member, endpoint.id)).toMatchObject({ status: "disabled" });
  const resumed = await resumeEndpoint(member, endpoint.id);
  expect(resumed).toMatchObject({ status: "active", failures: 0, failingSince: null, disabledReason: null });
  await resumeEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect((await deliveriesOf(endpoint.id)).map(({ state }) => state)).toEqual(["held", "held", "waiting"]);
  const actions = (await auditOf(member.businessId)).map(({ action }) => action);
  expect(actions).toEqual(["webhook.created", "webhook.paused", "webhook.resumed"]);
});

test("deleting cancels what waits, erases the secrets, and nothing finds the endpoint any more", async () => {
  const member = await makeMember();
  const { endpoint } = await createEndpoint(member, settings());
  const { endpoint: other } = await createEndpoint(member, settings());
  await happen(member.businessId);
  await deleteEndpoint(member, endpoint.id);
  await happen(member.businessId);
  expect(await deliveriesOf(endpoint.id)).toEqual([{ state: "canceled", messageId: null }]);
  expect(await messagesOf(endpoint.id)).toBe(0);
  expect(await messagesOf(other.id)).toBe(2);
  expect(await secretsOf(endpoint.id)).toEqual([]);
  expect(await db.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
    encryptedHeaderValue: null,
  });
  expect((await listEndpoints(member)).map(({ id }) => id)).toEqual([other.id]);
  await expect(deleteEndpoint(member, endpoint.id)).rejects.toMatchObject({ code: "NOT_FOUND" });
});
