// @module-tag promise
import { Webhook } from "standardwebhooks";
import { expect, test, vi } from "vitest";
import { clock, days, hours, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller } from "@/prisma/factories";
import { makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { addSecret, makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { answering } from "@/testing/fakes/receiver";
import { attemptsOf, deliveryOf, endpointOf, startDeliveries } from "@/testing/harness/deliveries";
import { sendWebhooks as send } from "@/testing/harness/send-webhooks";

const { receiver, prepare } = await startDeliveries();

test("an event arrives signed, with its own id, the partner's header and the documented body", async () => {
  const header = { name: "X-Hook-Token", value: "s3cret" };
  const { endpoint, id } = await prepare({ header });
  await send();
  const [received] = receiver.received;
  const { eventId } = await deliveryOf(id);
  expect(received?.headers).toMatchObject({
    "webhook-id": eventId,
    "x-hook-token": "s3cret",
    "content-type": "application/json",
    "user-agent": `Vang-Webhooks/1.0 (+${env.url}/docs/webhooks)`,
  });
  const event = await db.event.findUniqueOrThrow({ where: { id: eventId } });
  expect(new Webhook(endpoint.secret).verify(received?.body ?? "", received?.headers ?? {})).toEqual({
    id: eventId,
    type: event.type,
    timestamp: event.createdAt.toISOString(),
    businessId: endpoint.businessId,
    schemaVersion: 1,
    sequence: event.sequence,
    isTest: false,
    livemode: true,
    data: event.payload,
  });
  const [attempt] = await attemptsOf(id);
  expect(attempt).toMatchObject({ number: 1, statusCode: 200, error: null, address: "127.0.0.1", url: receiver.url });
  expect(attempt?.timings).toMatchObject({ dnsMs: expect.any(Number), firstByteMs: expect.any(Number) });
  expect(JSON.stringify(attempt)).not.toContain("s3cret");
  expect(await deliveryOf(id)).toMatchObject({ state: "succeeded", attempts: 1, lastStatus: 200, nextAttemptAt: null });
  expect(await db.webhookHour.findMany({ where: { endpointId: endpoint.id } })).toMatchObject([
    { succeeded: 1, failed: 0, latency: expect.arrayContaining([1]) },
  ]);
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 0, lastSucceededAt: expect.any(Date) });
});

test("a failed delivery is tried again with the same id, a new timestamp and the same body", async () => {
  const { endpoint, id } = await prepare();
  receiver.answer(answering(500, {}, "out of order"));
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state: "waiting", attempts: 1, lastStatus: 500, lastError: "status" });
  expect(await attemptsOf(id)).toMatchObject([{ responseBody: "out of order", error: "status" }]);
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 1, failingSince: expect.any(Date) });
  clock.advance(seconds(5) - 1);
  expect(await send()).toBe(0);
  receiver.answer(answering(204));
  clock.advance(seconds(1) + 1);
  await send();
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(Number(second?.headers["webhook-timestamp"])).toBeGreaterThan(Number(first?.headers["webhook-timestamp"]));
  expect(second?.body).toBe(first?.body);
  expect(await deliveryOf(id)).toMatchObject({ state: "succeeded", attempts: 2, lastError: null });
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 0, failingSince: null });
});

test("after ten attempts in about 75 hours a delivery has failed, without a word to operators", async () => {
  const said = [vi.spyOn(log, "error"), vi.spyOn(log, "warn")];
  const { id } = await prepare();
  receiver.answer(answering(500));
  const start = +clock.now();
  let last = start;
  for (let count = 0; count < 200 && (await deliveryOf(id)).state === "waiting"; count++) {
    if ((await send()) > 0) last = +clock.now();
    const { nextAttemptAt } = await deliveryOf(id);
    clock.advance(Math.max(minutes(5), +(nextAttemptAt ?? 0) - +clock.now()));
  }
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", attempts: 10, nextAttemptAt: null });
  expect(last - start).toBeGreaterThan(hours(72));
  expect(last - start).toBeLessThan(hours(92));
  expect(await db.outboxMessage.count({ where: { state: "dead" } })).toBe(0);
  for (const spy of said) expect(spy).not.toHaveBeenCalled();
});

test("status 410 disables the endpoint at once, and its other endpoints get the event of it", async () => {
  const { member, endpoint, id } = await prepare();
  const url = `${receiver.url}/other`;
  const other = await makeEndpoint(member, { url, eventTypes: ["webhook.disabled"] });
  receiver.answer((response, { path }) => void response.writeHead(path === "/hook" ? 410 : 200).end());
  await send();
  expect(await endpointOf(endpoint.id)).toMatchObject({ disabledReason: "gone", disabledAt: expect.any(Date) });
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", lastStatus: 410 });
  const lastReceived = receiver.received.at(-1);
  expect(JSON.parse(lastReceived?.body ?? "")).toMatchObject({
    type: "webhook.disabled",
    data: { endpointId: endpoint.id, reason: "gone" },
  });
  expect(await db.webhookDelivery.count({ where: { endpointId: other.id } })).toBe(1);
  expect(await db.notice.findMany({ where: { userId: member.userId } })).toMatchObject([{ kind: "webhookDisabled" }]);
});

test.each([
  { directive: "abort-message", state: "failed", reason: null },
  { directive: "disable", state: "failed", reason: "receiver" },
])("the response header webhook-delivery: $directive is obeyed", async ({ directive, state, reason }) => {
  const { endpoint, id } = await prepare();
  receiver.answer(answering(500, { "webhook-delivery": directive }));
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state, attempts: 1 });
  expect(await endpointOf(endpoint.id)).toMatchObject({ disabledReason: reason });
});

test("after a rotation the next attempt is signed with both secrets, and with the new one once the former expired", async () => {
  const { endpoint } = await prepare();
  receiver.answer(answering(500));
  await send();

  await db.webhookSecret.updateMany({
    where: { endpointId: endpoint.id },
    data: { expiresAt: new Date(+clock.now() + seconds(30)) },
  });
  const renewed = await addSecret(endpoint.id);
  const verified = (secret: string) => {
    const { body = "", headers = {} } = receiver.received.at(-1) ?? {};
    try {
      return Boolean(new Webhook(secret).verify(body, headers));
    } catch {
      return false;
    }
  };
  clock.advance(seconds(6));
  vi.useFakeTimers({ toFake: ["Date"], now: clock.now() });
  clock.reset();
  await send();
  expect([verified(endpoint.secret), verified(renewed)]).toEqual([true, true]);
  vi.setSystemTime(Date.now() + minutes(6));
  await send();
  expect(receiver.received).toHaveLength(3);
  expect([verified(endpoint.secret), verified(renewed)]).toEqual([false, true]);
});

const rests = [
  { what: "a paused endpoint", endpoint: { pausedAt: new Date() }, business: {}, state: "held" },
  { what: "a disabled endpoint", endpoint: { disabledAt: new Date() }, business: {}, state: "held" },
  { what: "a deleted endpoint", endpoint: { deletedAt: new Date() }, business: {}, state: "canceled" },
  { what: "an archived business", endpoint: {}, business: { archivedAt: new Date() }, state: "held" },
  { what: "a business that an operator suspended", endpoint: {}, business: { suspendedAt: new Date() }, state: "held" },
];
test.each(rests)("what waits for $what is $state, not sent", async ({ endpoint: change, business, state }) => {
  const { endpoint, id } = await prepare();
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: change });
  await db.business.update({ where: { id: endpoint.businessId }, data: business });
  await send();
  expect(receiver.received).toEqual([]);
  expect(await deliveryOf(id)).toMatchObject({ state, attempts: 0, nextAttemptAt: null });
});

test("a business that owes for a payment taken back still gets its events", async () => {
  const { endpoint, id } = await prepare();
  const data = { suspendedAt: clock.now(), suspendedFor: "receivable" };
  await db.business.update({ where: { id: endpoint.businessId }, data });
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state: "succeeded" });
});

test("a test goes to a paused endpoint once, and changes neither its health nor its counts", async () => {
  const { endpoint } = await prepare({ pausedAt: clock.now() });
  const id = await makeDelivery(endpoint, { isTest: true });
  receiver.answer(answering(410));
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state: "failed", attempts: 1 });
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 0, lastFailedAt: null, disabledAt: null });
  expect(await db.webhookHour.count({ where: { endpointId: endpoint.id } })).toBe(0);
});

test("a message that a replay replaced delivers nothing", async () => {
  const { id } = await prepare();
  await db.webhookDelivery.update({ where: { id }, data: { messageId: "obx_other" } });
  await send();
  expect(receiver.received).toEqual([]);
  expect(await deliveryOf(id)).toMatchObject({ state: "waiting", attempts: 0 });
});

test("a failure at a former URL counts for nothing, and the next attempt goes to the new one", async () => {
  const { endpoint, id } = await prepare();
  receiver.answer((response) => {
    const move = db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { url: `${receiver.url}/new` } });
    move.then(() => response.writeHead(500).end());
  });
  await send();
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 0, failingSince: null });
  receiver.answer(answering(200));
  clock.advance(seconds(7));
  await send();
  expect(receiver.received.map(({ path }) => path)).toEqual(["/hook", "/hook/new"]);
  expect((await attemptsOf(id)).map(({ url }) => url)).toEqual([receiver.url, `${receiver.url}/new`]);
});

test("an event that waits keeps the version of its schema", async () => {
  const { id } = await prepare();
  await db.event.update({ where: { id: (await deliveryOf(id)).eventId }, data: { schemaVersion: 7 } });
  await send();
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({ schemaVersion: 7 });
});

test("a rate limits the deliveries of an endpoint, and waiting for it is no attempt", async () => {
  vi.useRealTimers();
  const { endpoint } = await prepare({ ratePerSecond: 5 });
  for (let count = 0; count < 11; count++) await makeDelivery(endpoint);
  const start = performance.now();
  const isDone = async () => {
    await send();
    return db.webhookDelivery.count({ where: { endpointId: endpoint.id, state: "succeeded" } });
  };
  await expect.poll(isDone, { timeout: 10_000, interval: 20 }).toBe(12);
  expect(performance.now() - start).toBeGreaterThan(1000);
  expect(await db.webhookDelivery.count({ where: { endpointId: endpoint.id, attempts: 1 } })).toBe(12);
});

test.each([
  { what: "deleted", data: { deletedAt: new Date() }, state: "canceled" },
  { what: "paused", data: { pausedAt: new Date() }, state: "held" },
  { what: "disabled", data: { disabledAt: new Date() }, state: "held" },
])("an attempt in flight ends within a second when its endpoint is $what", async ({ data, state }) => {
  vi.useRealTimers();
  const { endpoint, id } = await prepare();
  const arrived = new Promise<void>((done) => receiver.answer(() => done()));
  const sending = send();
  await arrived;
  const changed = performance.now();
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data });
  await sending;
  expect(performance.now() - changed).toBeLessThan(1500);
  expect(await deliveryOf(id)).toMatchObject({ state, lastError: "stopped" });
  expect(await endpointOf(endpoint.id)).toMatchObject({ failures: 0 });
});

test("an event that is gone, or a process that ended in every attempt, ends the delivery", async () => {
  const [{ id }, { id: interrupted }] = [await prepare(), await prepare()];
  await db.event.delete({ where: { id: (await deliveryOf(id)).eventId } });
  const { messageId } = await deliveryOf(interrupted);
  await db.outboxMessage.update({ where: { id: messageId ?? "" }, data: { attempts: 10 } });
  await send();
  expect(await deliveryOf(id)).toMatchObject({ state: "canceled" });
  expect(await deliveryOf(interrupted)).toMatchObject({ state: "failed", attempts: 0 });
  expect(receiver.received).toEqual([]);
  clock.advance(days(1));
  expect(await send()).toBe(0);
});

test("a response that repeats the partner's own header is kept without its value", async () => {
  const { id } = await prepare({ header: { name: "X-Hook-Token", value: "s3cret-value" } });
  receiver.answer(answering(500, { "x-echo": "got s3cret-value" }, "X-Hook-Token: s3cret-value"));
  await send();
  const [attempt] = await attemptsOf(id);
  expect(attempt?.responseBody).toBe("X-Hook-Token: •••");
  expect(attempt?.responseHeaders).toMatchObject({ "x-echo": "got •••" });
  expect(JSON.stringify(attempt)).not.toContain("s3cret-value");
});

test("an endpoint that receives content gets the transcript, or a link to the audio that works for an hour, and others neither", async () => {
  const caller = await makeCaller();
  const endpoint = await makeEndpoint(caller, { url: receiver.url });
  await db.webhookEndpoint.update({ where: { id: endpoint.id }, data: { hasContent: true } });
  await makeEndpoint(caller, { url: `${receiver.url}/plain` });
  const channels = [{ channel: 1, transcript: "Chào bạn" }];
  const transcript = await makeRecognized(caller, "Chào bạn", {}, { channels });
  const speech = await makeSpoken(caller, "Xin chào");
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await ingest([speech, transcript].map((payload, index) => ({ key: String(index), payload, attempts: 0 })));
  await send();
  const dataOf = (path: string) =>
    receiver.received
      .filter((one) => one.path === path)
      .map(({ body }) => JSON.parse(body).data as { trackingId: string; content?: Record<string, string> })
      .sort((a, b) => (a.trackingId < b.trackingId ? 1 : -1));
  expect(dataOf("/hook/plain").map(({ content }) => content)).toEqual([undefined, undefined]);
  const [spoken, recognized] = dataOf("/hook");
  expect(recognized?.content).toEqual({ transcript: "Chào bạn", channels });
  const link = new URL(spoken?.content?.audioUrl ?? "");
  expect(Number(link.searchParams.get("expires")) * 1000 - +clock.now()).toBeGreaterThan(minutes(59));
  expect(Number(link.searchParams.get("expires")) * 1000 - +clock.now()).toBeLessThanOrEqual(hours(1));
  // The fields come in the order of the documentation.
  expect(Object.keys(spoken ?? {}).slice(0, 4)).toEqual(["trackingId", "requestId", "metadata", "keyId"]);
  expect(await db.event.count({ where: { businessId: caller.businessId } })).toBe(2);
});
