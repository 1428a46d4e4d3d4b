// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { eventTypes, payloadSchemas } from "@/lib/access/events/schema";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeAttempts, makeEndpoint } from "@/prisma/webhook-factories";
import { awaitTest, sendTest, testWait } from "./test-events";

afterEach(() => clock.reset());

test("a test of each type goes to the one endpoint only, with a payload of its schema", async () => {
  const member = await makeMember();
  const [{ id: endpointId }, other] = [await makeEndpoint(member, { eventTypes: [] }), await makeEndpoint(member)];
  for (const type of eventTypes) {
    const id = await sendTest(member, endpointId, type);
    const delivery = await db.webhookDelivery.findUniqueOrThrow({ where: { id } });
    expect(delivery).toMatchObject({ endpointId, eventType: type, isTest: true, state: "waiting" });
    const event = await db.event.findUniqueOrThrow({ where: { id: delivery.eventId } });
    expect(event).toMatchObject({ type, isTest: true, objectId: event.id, sequence: 1 });
    expect(payloadSchemas[type].strict().parse(event.payload)).toEqual(event.payload);
    if (type.startsWith("webhook.")) expect(event.payload).toMatchObject({ endpointId });
  }
  expect(await db.webhookDelivery.count({ where: { endpointId: other.id } })).toBe(0);
});

test("an endpoint that is paused or disabled receives tests, and a deleted one does not", async () => {
  const member = await makeMember();
  for (const options of [{ pausedAt: clock.now() }, { disabledAt: clock.now() }]) {
    const { id } = await makeEndpoint(member, options);
    await sendTest(member, id, "webhook.test");
    expect(await db.outboxMessage.count({ where: { target: { startsWith: id }, state: "waiting" } })).toBe(1);
  }
  const { id } = await makeEndpoint(member);
  await db.webhookEndpoint.update({ where: { id }, data: { deletedAt: clock.now() } });
  await expect(sendTest(member, id, "webhook.test")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an endpoint gets at most 20 tests at once, and another one's do not count", async () => {
  const member = await makeMember();
  const [first, second] = [await makeEndpoint(member), await makeEndpoint(member)];
  const send = () => sendTest(member, first.id, "webhook.test");
  const results = await Promise.allSettled(Array.from({ length: 25 }, send));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(20);
  await expect(send()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  await sendTest(member, second.id, "webhook.test");
});

test("a member of another business and a viewer cannot send tests", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const { id } = await makeEndpoint(member);
  await expect(sendTest(outsider, id, "webhook.test")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(sendTest(viewer, id, "webhook.test")).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await db.webhookDelivery.count({ where: { endpointId: id } })).toBe(0);
});

test("a test says what its receiver answered, and nothing while it has not answered", async () => {
  const [member, outsider] = [await makeMember(), await makeMember()];
  const { id: endpointId } = await makeEndpoint(member);
  const [failed, received, waiting] = [
    await sendTest(member, endpointId, "webhook.test"),
    await sendTest(member, endpointId, "webhook.test"),
    await sendTest(member, endpointId, "webhook.test"),
  ];
  const attemptsOf = async (id: string, attempt: object) =>
    makeAttempts(await db.webhookDelivery.findUniqueOrThrow({ where: { id } }), [attempt]);
  await attemptsOf(failed, { error: "status", statusCode: 500 });
  await attemptsOf(received, {});
  expect(await awaitTest(member, failed)).toEqual({ error: "status", statusCode: 500 });
  expect(await awaitTest(member, received)).toMatchObject({ error: null, statusCode: 200 });
  testWait.ms = 0;
  expect(await awaitTest(member, waiting)).toBeNull();
  expect(await awaitTest(outsider, failed)).toBeNull();
  testWait.ms = 8000;
});
