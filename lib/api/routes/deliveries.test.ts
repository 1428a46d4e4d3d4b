// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { queueOf } from "@/lib/access/events/queue";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { startKinds, stopKinds } from "@/lib/platform/outbox/operate";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { makeDelivery, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  [api, receiver] = await Promise.all([startApi(), startReceiver()]);
});
afterAll(async () => {
  await api.close();
  await receiver.close();
});
afterEach(() => clock.reset());

async function prepare() {
  const member = await makeMember();
  const key = await makeKey(member, ["webhooks:manage"]);
  const endpoint = await makeEndpoint(member, { url: receiver.url });
  return { ...member, key, endpoint, path: `/webhooks/${endpoint.id}` };
}

test("a test event is sent and its delivery is found with the attempt and the body", async () => {
  const { key, path, endpoint } = await prepare();
  receiver.answer(answering(200, {}, "thanks"));
  const sent = await api.call("POST", `${path}/tests`, { key, json: { type: "tts.completed" } });
  expect(sent).toMatchObject({ status: 201, json: { type: "tts.completed" } });
  const find = async () => (await api.get(`/deliveries/${sent.json.deliveryId}`, key)).json;
  await expect.poll(async () => (await find()).state, { timeout: 10_000 }).toBe("succeeded");
  const json = await find();
  expect(json).toMatchObject({
    id: sent.json.deliveryId,
    webhookId: endpoint.id,
    state: "succeeded",
    isTest: true,
    lastStatus: 200,
    tries: [{ number: 1, statusCode: 200, error: null, responseBody: "thanks" }],
  });
  expect(JSON.parse(String(json.body))).toMatchObject({ id: json.eventId, type: "tts.completed", isTest: true });
});

test("deliveries are listed by state, type, time and id, page by page, and failed ones include those that are tried again", async () => {
  const { key, path, endpoint } = await prepare();
  const made = [];
  for (let count = 0; count < 5; count++) {
    made.push(await makePastDelivery(endpoint, { createdAt: new Date(+clock.now() - minutes(count)) }));
  }
  const waiting = await makePastDelivery(endpoint, { state: "waiting", lastError: "status", lastStatus: 500 });
  const failed = await makePastDelivery(endpoint, { state: "failed", lastError: "dns", eventType: "stt.failed" });
  const ids = async (query: string) => {
    const { json } = await api.get(`${path}/deliveries?${query}`, key);
    return { ids: (json.deliveries as { id: string }[]).map(({ id }) => id), next: json.next };
  };
  expect(new Set((await ids("state=failed")).ids)).toEqual(new Set([waiting.id, failed.id]));
  expect((await ids("type=stt.failed")).ids).toEqual([failed.id]);
  expect((await ids(`q=${made[2]?.objectId}`)).ids).toEqual([made[2]?.id]);
  const from = new Date(+clock.now() - minutes(2.5)).toISOString();
  expect((await ids(`state=succeeded&from=${encodeURIComponent(from)}`)).ids).toHaveLength(3);
  const pages: string[] = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const page = await ids(`limit=3${cursor ? `&cursor=${cursor}` : ""}`);
    pages.push(...page.ids);
    cursor = page.next;
  }
  expect(pages).toHaveLength(7);
  expect(new Set(pages).size).toBe(7);
});

test("a replay by ids, by time and of events that the endpoint never received is followed and canceled", async () => {
  const { key, path, endpoint, businessId } = await prepare();
  await stopKinds(sql, [queueOf(env.VANG_REGION)]);
  const failed = await makePastDelivery(endpoint, { state: "failed", lastError: "status" });
  const byId = await api.call("POST", `${path}/replays`, { key, json: { ids: [failed.id] } });
  expect(byId).toMatchObject({ status: 201, json: { total: 1, done: 1, state: "finished" } });
  const since = new Date(+clock.now() - hours(1)).toISOString();
  const later = await makePastDelivery(endpoint, { state: "failed", lastError: "status" });
  const byTime = await api.call("POST", `${path}/replays`, { key, json: { failedSince: since } });
  expect(byTime).toMatchObject({ status: 201, json: { total: 2 } });
  expect(await db.webhookDelivery.findUnique({ where: { id: later.id } })).toMatchObject({ state: "waiting" });

  const younger = await makeEndpoint({ businessId }, { url: receiver.url });
  const missing = await api.call("POST", `/webhooks/${younger.id}/replays`, { key, json: { missing: {} } });
  expect(missing).toMatchObject({ status: 201, json: { total: 2, done: 2, state: "finished" } });
  const given = await db.webhookDelivery.findMany({ where: { endpointId: younger.id } });
  expect(new Set(given.map(({ eventId }) => eventId))).toEqual(new Set([failed.eventId, later.eventId]));
  const again = await api.call("POST", `/webhooks/${younger.id}/replays`, { key, json: { missing: {} } });
  expect(again).toMatchObject({ status: 404 });

  const replay = `${path}/replays/${byId.json.id}`;
  expect(await api.get(replay, key)).toMatchObject({ status: 200, json: { id: byId.json.id, state: "finished" } });
  expect(await api.call("DELETE", replay, { key })).toMatchObject({ status: 200, json: { state: "finished" } });
  const { json } = await api.get(`${path}/replays`, key);
  expect((json.replays as unknown[]).length).toBe(2);
  for (const body of [{}, { ids: [failed.id], failedSince: since }]) {
    expect((await api.call("POST", `${path}/replays`, { key, json: body })).status).toBe(400);
  }
  await startKinds(sql, [queueOf(env.VANG_REGION)]);
});

test("the first endpoint of a business gets the jobs that ended before it existed, which are listed", async () => {
  const member = await makeMember();
  const [caller, key] = [
    await makeCaller({ businessId: member.businessId }),
    await makeKey(member, ["webhooks:manage"]),
  ];
  const jobs = Array.from({ length: 3 }, () => makeFinished(caller));
  await ingest(jobs.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  const trackingIds = jobs.map(({ trackingId }) => trackingId).sort();
  const idsOf = (rows: unknown) =>
    (rows as { data: { trackingId: string } }[]).map(({ data }) => data.trackingId).sort();
  expect(idsOf((await api.get("/events", key)).json.events)).toEqual(trackingIds);
  const { id } = await makeEndpoint(caller, { url: receiver.url });
  const replay = await api.call("POST", `/webhooks/${id}/replays`, { key, json: { missing: {} } });
  expect(replay).toMatchObject({ status: 201, json: { total: 3, done: 3 } });
  const deliveries = await db.webhookDelivery.findMany({ where: { endpointId: id } });
  expect(deliveries.map(({ objectId }) => objectId).sort()).toEqual(trackingIds);
});

test("a day is reconciled by the list of events, in order and each once, without those of another business", async () => {
  const [{ key, endpoint }, other] = [await prepare(), await prepare()];
  for (let count = 0; count < 7; count++) await makeDelivery(endpoint, { type: "key.revoked" });
  await makeDelivery(endpoint, { isTest: true });
  await makeDelivery(other.endpoint);
  const events: { id: string; timestamp: string }[] = [];
  for (let cursor: unknown = ""; cursor !== null; ) {
    const { json } = await api.get(`/events?limit=3${cursor ? `&cursor=${cursor}` : ""}`, key);
    events.push(...(json.events as typeof events));
    cursor = json.next;
  }
  expect(new Set(events.map(({ id }) => id)).size).toBe(7);
  expect(events.map(({ timestamp }) => timestamp)).toEqual(events.map(({ timestamp }) => timestamp).toSorted());
});

test("a key without balance:read reads no event with the balance", async () => {
  const own = await prepare();
  const { key, endpoint } = own;
  const { id } = await makePastDelivery(endpoint, { eventType: "credit.low" });
  const reader = await makeKey(own, ["webhooks:manage", "balance:read"]);
  for (const [by, count] of [
    [key, 0],
    [reader, 1],
  ] as const) {
    expect((await api.get("/events", by)).json.events).toHaveLength(count);
    expect((await api.get(`/deliveries/${id}`, by)).json.body === null).toBe(count === 0);
  }
});

test("the receiver is checked, and its figures are read", async () => {
  const { key, path } = await prepare();
  receiver.answer(answering(200));
  const checked = await api.call("POST", `${path}/checks`, { key });
  expect(checked).toMatchObject({ status: 200, json: { total: 7, passed: 5 } });
  expect(await api.get(`${path}/stats?span=week`, key)).toMatchObject({
    status: 200,
    json: { span: "week", succeeded: 0, latencyMs: null },
  });
});

test("another business's ids, a key without the scope and an unknown parameter are rejected by every operation", async () => {
  const [own, other] = [await prepare(), await prepare()];
  const { id } = await makePastDelivery(other.endpoint, { state: "failed" });
  const speech = await makeKey(own, ["tts:execute"]);
  const created = await api.call("POST", `${other.path}/replays`, { key: other.key, json: { ids: [id] } });
  const replay = `${other.path}/replays/${created.json.id}`;
  const requests: [string, string, unknown?][] = [
    ["POST", `${other.path}/tests`, { type: "tts.completed" }],
    ["POST", `${other.path}/checks`],
    ["GET", `${other.path}/stats`],
    ["GET", `${other.path}/deliveries`],
    ["GET", `/deliveries/${id}`],
    ["POST", `${other.path}/replays`, { ids: [id] }],
    ["GET", `${other.path}/replays`],
    ["GET", replay],
    ["DELETE", replay],
    ["DELETE", `${other.path}/secret`],
  ];
  for (const [method, path, json] of requests) {
    expect([path, (await api.call(method, path, { key: own.key, json })).status]).toEqual([path, 404]);
    expect([path, (await api.call(method, path, { key: speech, json })).json.code]).toEqual([path, "SCOPE_MISSING"]);
    const unknown = await api.call(method, `${path}?unknown=1`, { key: other.key, json });
    expect([path, unknown.status, unknown.json.param]).toEqual([path, 400, "unknown"]);
  }
  const mixed = await api.call("POST", `${own.path}/replays`, { key: own.key, json: { ids: [id] } });
  expect(mixed.status).toBe(404);
  expect((await api.get(`${own.path}/replays/${created.json.id}`, own.key)).status).toBe(404);
});

test("requests for webhooks have a limit of their own", async () => {
  const { key, path, businessId } = await prepare();
  await db.business.update({ where: { id: businessId }, data: { requestsPerMinute: 1 } });
  for (let count = 0; count < 5; count++) expect((await api.get(path, key)).status).toBe(200);
  const { headers } = await api.get(path, key);
  expect(headers.get("x-ratelimit-limit")).toBe("120");
});

test("a change with the ETag of an older state changes nothing", async () => {
  const { key, path } = await prepare();
  const etag = String((await api.get(path, key)).headers.get("etag"));
  const change = (description: string, tag: string) =>
    api.call("PATCH", path, { key, json: { description }, headers: { "if-match": tag } });
  const first = await change("one", etag);
  expect(first.status).toBe(200);
  expect(await change("two", etag)).toMatchObject({ status: 412, json: { code: "PRECONDITION_FAILED" } });
  expect(await api.call("DELETE", path, { key, headers: { "if-match": etag } })).toMatchObject({ status: 412 });
  expect((await change("two", String(first.headers.get("etag")))).status).toBe(200);
  expect((await api.call("DELETE", path, { key, headers: { "if-match": "*" } })).status).toBe(200);
});

test("a rotation that is repeated with its Idempotency-Key gives the same secret, and former secrets end at once", async () => {
  const { key, path, endpoint } = await prepare();
  const rotate = () => api.call("POST", `${path}/secret`, { key, headers: { "idempotency-key": "rotate-1" } });
  const responses = await Promise.all([rotate(), rotate(), rotate()]);
  expect(new Set(responses.map(({ json }) => json.secret)).size).toBe(1);
  expect(await db.webhookSecret.count({ where: { endpointId: endpoint.id } })).toBe(2);
  expect(await api.call("DELETE", `${path}/secret`, { key })).toMatchObject({ status: 200, json: { ended: 1 } });
  expect(await api.call("DELETE", `${path}/secret`, { key })).toMatchObject({ status: 200, json: { ended: 0 } });
});
