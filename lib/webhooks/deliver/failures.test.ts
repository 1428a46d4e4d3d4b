// @module-tag promise
// @module-tag slow
import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, days, hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { updateEndpoint } from "@/lib/webhooks/endpoints/edit";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";
import { mailsTo } from "@/testing/harness/mailbox";
import { sendWebhooks } from "@/testing/harness/send-webhooks";
import { watchFailures } from "./failing";
import { releaseResumed } from "./recover";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeEach(async () => {
  receiver = await startReceiver(answering(500, {}, "thiếu cột id"));
});
afterEach(async () => {
  clock.reset();
  await receiver.close();
  await db.outboxMessage.deleteMany();
});

type Endpoint = Awaited<ReturnType<typeof prepare>>["endpoint"];

async function prepare() {
  const member = await makeMember({ role: "developer" });
  const endpoint = await makeEndpoint(member, { url: receiver.url });
  return { member, endpoint };
}

const send = () => sendWebhooks();
const kindsOf = async (userId: string) =>
  (await db.notice.findMany({ where: { userId }, orderBy: { id: "asc" } })).map(({ kind }) => kind);
const endpointOf = ({ id }: Endpoint) => db.webhookEndpoint.findUniqueOrThrow({ where: { id } });

/** One failed attempt of a new event, however long the endpoint has to wait for it. */
async function fail(endpoint: Endpoint) {
  await db.outboxPause.deleteMany({ where: { target: endpoint.id } });
  await db.outboxMessage.deleteMany({ where: { target: endpoint.id } });
  await makeDelivery(endpoint, { type: "key.revoked" });
  await send();
}

test("members who manage webhooks have a notice after five failed events, an email after five minutes, at one, three and four days, and at the end", async () => {
  const { member, endpoint } = await prepare();
  const viewer = await makeMember({ role: "viewer", businessId: member.businessId });
  const noticesOf = () => kindsOf(member.userId);
  for (let count = 0; count < 4; count++) await fail(endpoint);
  await watchFailures();
  expect(await noticesOf()).toEqual([]);
  await fail(endpoint);
  await Promise.all([watchFailures(), watchFailures()]);
  await watchFailures();
  expect(await noticesOf()).toEqual(["webhookFailing"]);
  const { email } = await db.user.findUniqueOrThrow({ where: { id: member.userId } });
  expect(await mailsTo(email)).toEqual([]);
  const start = clock.now();
  const at = async (age: number) => {
    clock.advance(+start + age - +clock.now());
    await fail(endpoint);
    await Promise.all([watchFailures(), watchFailures()]);
    return (await noticesOf()).length;
  };
  const early = [minutes(4), minutes(6)];
  const ages = [...early, hours(23), days(1), days(2), days(3), days(3.9), days(4), days(4.9), days(5)];
  const counts = [];
  for (const age of ages) counts.push(await at(age));
  expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
  expect(await noticesOf()).toEqual([...[...Array(4).fill("webhookFailing"), "webhookEnding", "webhookDisabled"]]);
  expect(await endpointOf(endpoint)).toMatchObject({ disabledReason: "failing" });
  expect(await kindsOf(viewer.userId)).toEqual([]);

  expect(await mailsTo(email)).toHaveLength(5);
  const [first] = await mailsTo(email);
  for (const part of ["key.revoked", `POST ${receiver.url}`, "500", "thiếu cột id", `/webhooks/${endpoint.id}`])
    expect(first?.text).toContain(part);
});

test("a success starts the series again, a test does not, and neither does another business's endpoint", async () => {
  const [{ member, endpoint }, other] = [await prepare(), await prepare()];
  for (let count = 0; count < 5; count++) await fail(endpoint);
  receiver.answer(answering(200));
  await makeDelivery(endpoint, { isTest: true });
  await send();
  expect(await endpointOf(endpoint)).toMatchObject({ failures: 5 });
  await fail(other.endpoint);
  expect(await endpointOf(endpoint)).toMatchObject({ failures: 5 });
  await fail(endpoint);
  expect(await endpointOf(endpoint)).toMatchObject({ failures: 0, failingSince: null });
  await watchFailures();
  expect(await kindsOf(member.userId)).toEqual([]);
  expect(await kindsOf(other.member.userId)).toEqual([]);
});

test("an endpoint that nothing was sent to within a day is not disabled, and a paused one is left alone", async () => {
  const [quiet, paused] = [await prepare(), await prepare()];
  for (const { endpoint } of [quiet, paused]) for (let count = 0; count < 5; count++) await fail(endpoint);
  await db.webhookEndpoint.update({ where: { id: paused.endpoint.id }, data: { pausedAt: clock.now() } });
  clock.advance(days(6));
  await watchFailures();
  expect(await endpointOf(quiet.endpoint)).toMatchObject({ disabledAt: null });
  expect(await endpointOf(paused.endpoint)).toMatchObject({ disabledAt: null, noticesSent: 0 });
  await fail(quiet.endpoint);
  await watchFailures();
  expect(await endpointOf(quiet.endpoint)).toMatchObject({ disabledReason: "failing" });
});

test.each([
  ["a test that succeeds", async (endpoint: Endpoint) => void (await makeDelivery(endpoint, { isTest: true }))],
  [
    "resuming the endpoint",
    async ({ id }: Endpoint) => {
      await db.webhookEndpoint.update({ where: { id }, data: { failures: 0, failingSince: null } });
      await releaseResumed();
    },
  ],
  [
    "another URL",
    async ({ id, businessId, url }: Endpoint) => {
      const scopes = ["webhooks:manage", "balance:read"] as const;
      await updateEndpoint(await makeCaller({ businessId, scopes }), id, { url: `${url}/new` });
    },
  ],
  [
    "asking for a replay",
    async ({ id: endpointId, businessId }: Endpoint) => {
      const replay = { id: newId("replay"), endpointId, businessId, selection: {}, total: 1, createdById: "usr_test" };
      clock.advance(1000);
      await db.webhookReplay.create({ data: { ...replay, createdAt: clock.now() } });
      await releaseResumed();
    },
  ],
])("%s lets what waits be sent without waiting for the next attempt", async (_, act) => {
  const { endpoint } = await prepare();
  for (let count = 0; count < 5; count++) await fail(endpoint);
  clock.advance(seconds(61));
  await fail(endpoint);
  const ids = [await makeDelivery(endpoint), await makeDelivery(endpoint), await makeDelivery(endpoint)];
  expect(await send()).toBe(0);
  receiver.answer(answering(200));
  await act(endpoint);
  await send();
  expect(await db.webhookDelivery.count({ where: { id: { in: ids }, state: "succeeded" } })).toBe(3);
});
