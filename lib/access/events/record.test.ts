import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { dayOf } from "@/lib/keys/expiry";
import { mailExpiringKeys } from "@/lib/keys/expiry-mails";
import { flagLeaked } from "@/lib/keys/leaks";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey, revokeKey } from "@/lib/keys/service";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { startApi } from "@/testing/harness/api";
import { type EventType, eventTypes, payloadSchemas } from "./schema";
import { sweepEvents } from "./write-events";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

const subscribe = (businessId: string, types: readonly EventType[] = eventTypes) =>
  makeEndpoint({ businessId }, { eventTypes: types });

/** A business's events in order, each validated to have only its schema's fields. */
async function eventsOf(businessId: string) {
  const events = await db.event.findMany({ where: { businessId }, orderBy: { id: "asc" } });
  for (const { type, payload } of events) {
    expect(payloadSchemas[type as EventType].strict().parse(payload)).toEqual(payload);
    expect(JSON.stringify(payload).length).toBeLessThan(20_000);
  }
  return events.map(({ id, createdAt, ...event }) => {
    expect(id).toMatch(/^evt_[0-9a-v]{26}$/);
    return event;
  });
}

const batch = (calls: FinishedJob[]) => calls.map((payload, index) => ({ key: String(index), payload, attempts: 0 }));

/** These jobs have no holds, so ingesting logs an error. */
async function take(...calls: FinishedJob[]) {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await ingest(batch(calls));
}

test("each finished job of a subscriber creates one event, however often and by how many workers its batch is delivered", async () => {
  const caller = await makeCaller();
  await subscribe(caller.businessId);
  const calls = [
    makeFinished(caller),
    makeFinished(caller, { service: "stt", voiceId: null, characters: null }),
    makeFinished(caller, { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" }),
    makeFinished(caller, { service: "stt", status: "failed", resultCode: "AUDIO_INVALID", amountMilli: "1000" }),
  ];
  await Promise.all(Array.from({ length: 6 }, () => take(...calls)));

  const events = await eventsOf(caller.businessId);
  const expected = [
    ["tts.completed", 0],
    ["stt.completed", 1],
    ["tts.failed", 2],
    ["stt.failed", 3],
  ] as const;
  expect(events).toHaveLength(4);
  for (const [type, index] of expected) {
    const objectId = calls[index]?.trackingId;
    expect(events).toContainEqual(
      expect.objectContaining({ type, objectId, sequence: 1, schemaVersion: 1, businessId: caller.businessId }),
    );
  }
  const done = events.find(({ type }) => type === "tts.completed");
  expect(done?.payload).toMatchObject({
    chargeVnd: "5.1",
    processingTimeMs: 93,
    fileSizeBytes: 20160,
    audioDuration: 1.25,
  });
  const failed = events.find(({ type }) => type === "stt.failed");
  expect(failed?.payload).toMatchObject({ chargeVnd: "1", code: "AUDIO_INVALID" });
});

test("every business has the events of its jobs, and a delivery only where an endpoint is subscribed", async () => {
  const [subscriber, none, other] = [await makeCaller(), await makeCaller(), await makeCaller()];
  await subscribe(subscriber.businessId);
  await subscribe(other.businessId, ["tts.failed", "key.revoked"]);
  const businessIds = [subscriber, none, other].map(({ businessId }) => businessId);
  await take(...[subscriber, none, other].map((caller) => makeFinished(caller)));
  const where = { businessId: { in: businessIds } };
  const events = await db.event.findMany({ where, select: { businessId: true }, orderBy: { businessId: "asc" } });
  expect(events.map(({ businessId }) => businessId)).toEqual(businessIds.toSorted());
  expect(await db.webhookDelivery.findMany({ where, select: { businessId: true } })).toEqual([
    { businessId: subscriber.businessId },
  ]);
});

test("a failed batch leaves no event", async () => {
  const caller = await makeCaller();
  await subscribe(caller.businessId);
  const bad = makeFinished({ businessId: "biz_unknown", keyId: "key_unknown" });
  await expect(take(makeFinished(caller), bad)).rejects.toThrow(/business_id_fkey/);
  expect(await eventsOf(caller.businessId)).toEqual([]);
});

test("a real job's event contains neither its text nor a link, and a rejected request creates no event", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  await subscribe(member.businessId);
  const key = await makeKey(member);
  const request = { text: "Bí mật số 12345 của khách hàng", voiceId: "south-ngoc", modelId: "vang-espeak" };
  const { json, status } = await api.post("/tts", key, request);
  expect(status).toBe(200);
  expect((await api.post("/tts", key, { ...request, voiceId: "unknown" })).status).toBe(400);

  await expect.poll(() => db.event.count({ where: { businessId: member.businessId } }), { timeout: 10_000 }).toBe(1);
  const [event] = await eventsOf(member.businessId);
  expect(event).toMatchObject({ type: "tts.completed", objectId: json.trackingId });
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: String(json.trackingId) } });
  for (const secret of ["mật", "12345", "http", job.audioObject ?? "?", job.contentObject ?? "?", key])
    expect(JSON.stringify(event)).not.toContain(secret);
});

test("a job that fails after admission creates an event with the response's error code", async () => {
  const member = await makeMember({ creditMilli: 50_000_000n });
  await subscribe(member.businessId);
  vi.spyOn(espeakProvider, "synthesize").mockRejectedValue(new Error("the engine broke"));
  const request = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak" };
  const { json } = await api.post("/tts", await makeKey(member), request);
  await expect.poll(() => db.event.count({ where: { businessId: member.businessId } }), { timeout: 10_000 }).toBe(1);
  expect(await eventsOf(member.businessId)).toMatchObject([{ type: "tts.failed", payload: { code: json.code } }]);
});

test("the events of a key are numbered in the order of its changes, and its revocation is the last", async () => {
  const [member, other] = [await makeMember(), await makeMember()];
  await subscribe(member.businessId);
  const expiresOn = dayOf(new Date(+clock.now() + days(40)));
  const { id } = await createKey(member, makeKeySettings({ expiresOn, name: "Tổng đài" }));
  const unsubscribed = await createKey(other, makeKeySettings({ expiresOn }));
  for (const pause of [15, 20, 4]) {
    clock.advance(days(pause));
    await Promise.all([mailExpiringKeys(), mailExpiringKeys()]);
  }
  await expect(revokeKey(other, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await revokeKey(member, id);
  await expect(revokeKey(member, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await revokeKey(other, unsubscribed.id);

  expect(await eventsOf(member.businessId)).toMatchObject([
    { type: "key.expiring", objectId: id, sequence: 1, payload: { noticeDays: 30, name: "Tổng đài" } },
    { type: "key.expiring", objectId: id, sequence: 2, payload: { noticeDays: 7 } },
    { type: "key.revoked", objectId: id, sequence: 3, payload: { reason: "revoked", name: "Tổng đài" } },
  ]);
  expect(await eventsOf(other.businessId)).toMatchObject([
    ...[1, 2].map((sequence) => ({ type: "key.expiring", objectId: unsubscribed.id, sequence })),
    { type: "key.revoked", objectId: unsubscribed.id, sequence: 3 },
  ]);
});

test("a leaked secret counts as the revocation of its key, and an old secret of a key does not", async () => {
  const member = await makeMember();
  await subscribe(member.businessId);
  const first = await createKey(member, makeKeySettings());
  const { secret } = await rotateKey(member, first.id, "24");
  await flagLeaked(first.secret, { source: "content" });
  expect(await eventsOf(member.businessId)).toEqual([]);
  await flagLeaked(secret, { source: "content" });
  await flagLeaked(secret, { source: "content" });
  expect(await eventsOf(member.businessId)).toMatchObject([
    { type: "key.revoked", objectId: first.id, sequence: 1, payload: { reason: "leaked", hint: secret.slice(-4) } },
  ]);
});

test("events are deleted after 30 days", async () => {
  const caller = await makeCaller();
  await subscribe(caller.businessId);
  await take(makeFinished(caller));
  clock.advance(days(30) - 60_000);
  await sweepEvents();
  await take(makeFinished(caller));
  expect(await eventsOf(caller.businessId)).toHaveLength(2);
  clock.advance(120_000);
  await sweepEvents();
  expect(await eventsOf(caller.businessId)).toHaveLength(1);
});

test("an endpoint receives all types, those of a prefix, and of events about keys only those of its own", async () => {
  const [caller, other] = [await makeCaller(), await makeCaller()];
  const { businessId, keyId } = caller;
  const make = async (types: string[], keyIds: string[] = []) => {
    const { id } = await makeEndpoint({ businessId });
    await db.webhookEndpoint.update({ where: { id }, data: { eventTypes: types, keyIds } });
    return id;
  };
  const endpoints = {
    all: await make(["*"]),
    speech: await make(["tts.*"]),
    both: await make(["stt.*", "tts.failed"]),
    own: await make(["*"], [keyId]),
    others: await make(["*"], [other.keyId]),
  };
  await take(
    makeFinished(caller, { metadata: { orderId: "1024" } }),
    makeFinished(caller, { service: "stt", voiceId: null, characters: null }),
  );
  const rows = await db.webhookDelivery.findMany({ where: { businessId } });
  const typesOf = (id: string) =>
    rows
      .filter(({ endpointId }) => endpointId === id)
      .map(({ eventType }) => eventType)
      .sort();
  expect(Object.entries(endpoints).map(([name, id]) => [name, typesOf(id)])).toEqual([
    ["all", ["stt.completed", "tts.completed"]],
    ["speech", ["tts.completed"]],
    ["both", ["stt.completed"]],
    ["own", ["stt.completed", "tts.completed"]],
    ["others", []],
  ]);
  const events = await eventsOf(businessId);
  const metadata = events.map(({ payload }) => (payload as { metadata: unknown }).metadata);
  expect(metadata).toEqual(expect.arrayContaining([{ orderId: "1024" }, null]));
});

test("metadata of a request is in its event and its history, and a header that is not valid is rejected", async () => {
  const member = await makeMember({ creditMilli: 1_000_000n });
  await subscribe(member.businessId);
  const key = await makeKey(member);
  const speak = (metadata: string) =>
    fetch(`${api.url}/tts`, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", "x-metadata": metadata },
      body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" }),
    });
  const refused = await speak("not json");
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "INVALID_REQUEST", param: "X-Metadata" }]);
  expect((await speak('{"orderId":"\\u0110\\u01a1n 7"}')).status).toBe(200);
  const find = () => db.event.findFirst({ where: { businessId: member.businessId, type: "tts.completed" } });
  await expect.poll(find, { timeout: 10_000 }).toMatchObject({ payload: { metadata: { orderId: "Đơn 7" } } });
  expect(await db.job.findFirst({ where: { businessId: member.businessId } })).toMatchObject({
    metadata: { orderId: "Đơn 7" },
  });
});
