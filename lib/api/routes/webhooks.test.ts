// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventPatterns, eventTypes } from "@/lib/access/events/schema";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

const body = {
  url: "http://127.0.0.1:4000/hook",
  events: ["tts.completed"],
  security: { type: "header", name: "X-Hook-Token", value: "s3cret" },
};

async function makeManager() {
  const member = await makeMember();
  return { ...member, key: await makeKey(member, ["webhooks:manage"]) };
}

const create = async (key: string, json: unknown = body, headers?: HeadersInit) =>
  api.call("POST", "/webhooks", { key, json, headers });

const named = (key: string) => ({ "idempotency-key": key });

test("an endpoint is created, read, listed, updated, rotated and deleted, and no response repeats what is secret", async () => {
  const { key } = await makeManager();
  const created = await create(key);
  const { secret, ...webhook } = created.json as Record<string, string>;
  expect(created.status).toBe(201);
  expect(secret).toMatch(/^whsec_/);
  expect(webhook).toEqual({
    id: expect.stringMatching(/^whk_/),
    url: body.url,
    description: "",
    events: ["tts.completed"],
    keys: [],
    schemaVersion: 1,
    security: { type: "header", name: "X-Hook-Token" },
    ratePerSecond: null,
    ordered: false,
    content: false,
    status: "active",
    disabledReason: null,
    createdAt: expect.any(String),
  });
  const path = `/webhooks/${webhook.id}`;
  const change = { description: "Máy chủ phụ", events: ["stt.failed"], ratePerSecond: 7, ordered: true, paused: true };
  const responses = [
    await api.get(path, key),
    await api.get("/webhooks", key),
    await api.call("PATCH", path, { key, json: change }),
    await api.call("PATCH", path, { key, json: { paused: false, security: { type: "api_key", name: "X-Key" } } }),
  ];
  expect(responses.map(({ json }) => json)).toEqual([
    webhook,
    { webhooks: [webhook] },
    {
      ...webhook,
      description: "Máy chủ phụ",
      events: ["stt.failed"],
      ratePerSecond: 7,
      ordered: true,
      status: "paused",
    },
    {
      ...webhook,
      description: "Máy chủ phụ",
      events: ["stt.failed"],
      ratePerSecond: 7,
      ordered: true,
      security: { type: "api_key", name: "X-Key" },
    },
  ]);
  const rotated = await api.call("POST", `${path}/secret`, { key });
  expect(rotated).toMatchObject({ status: 200, json: { secret: expect.stringMatching(/^whsec_/) } });
  expect(rotated.json.secret).not.toBe(secret);
  const deleted = await api.call("DELETE", path, { key });
  expect(deleted).toMatchObject({ status: 200, json: { id: webhook.id, deleted: true } });
  for (const response of [...responses, deleted]) {
    expect(String(response.bytes)).not.toContain("s3cret");
    expect(String(response.bytes)).not.toContain("whsec_");
  }
  for (const method of ["GET", "DELETE"]) expect((await api.call(method, path, { key })).status).toBe(404);
});

test("the change of an API key is recorded under the key's id", async () => {
  const { key, businessId } = await makeManager();
  await create(key);
  const { id } = await db.apiKey.findFirstOrThrow({ where: { businessId } });
  const [entry] = await db.auditEvent.findMany({ where: { businessId } });
  expect(entry).toMatchObject({ action: "webhook.created", actorId: id });
});

test("a request that is sent again with its Idempotency-Key gets the same response, also at the same time", async () => {
  const { key, businessId } = await makeManager();
  const responses = await Promise.all(Array.from({ length: 5 }, () => create(key, body, named("deploy-1"))));
  const [first] = responses;
  for (const { status, bytes } of responses) expect([status, String(bytes)]).toEqual([201, String(first?.bytes)]);
  expect(responses.filter(({ headers }) => headers.get("idempotent-replayed") === null)).toHaveLength(1);
  expect(await db.webhookEndpoint.count({ where: { businessId } })).toBe(1);
  const other = await create(key, { ...body, description: "b" }, named("deploy-1"));
  expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  const [row] = await db.webhookCreation.findMany({ where: { businessId } });
  expect(JSON.stringify(row)).not.toContain(String(first?.json.secret));

  const otherManager = await makeManager();
  expect((await create(otherManager.key, body, named("deploy-1"))).json.id).not.toBe(first?.json.id);
  expect((await create(key, body, named("deploy-2"))).json.id).not.toBe(first?.json.id);
  clock.advance(hours(73));
  expect((await create(key, body, named("deploy-1"))).json.id).not.toBe(first?.json.id);
});

test("a request that was rejected can be corrected under the same Idempotency-Key", async () => {
  const { key } = await makeManager();
  expect((await create(key, { ...body, url: "x" }, named("deploy-1"))).status).toBe(400);
  expect((await create(key, body, named("deploy-1"))).status).toBe(201);
});

test("curl's default media type is read as JSON", async () => {
  const { key } = await makeManager();
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await create(key, body, headers)).status).toBe(201);
  expect((await api.call("POST", "/webhooks", { key, headers, body: "url=a" })).json.code).toBe("INVALID_JSON");
  expect((await create(key, body, { "content-type": "text/plain" })).json.code).toBe("CONTENT_TYPE_UNSUPPORTED");
});

test("a key without webhooks:manage is rejected, and a key of another business finds nothing", async () => {
  const manager = await makeManager();
  const path = `/webhooks/${(await create(manager.key)).json.id}`;
  const weak = await makeKey(manager, ["tts:execute", "stt:execute", "balance:read"]);
  const otherManager = (await makeManager()).key;
  const calls = [
    ["GET", path],
    ["PATCH", path, { paused: true }],
    ["DELETE", path],
    ["POST", `${path}/secret`],
  ] as const;
  for (const [method, at, json] of calls) {
    const codes = [weak, otherManager].map(async (key) => (await api.call(method, at, { key, json })).json.code);
    expect(await Promise.all(codes)).toEqual(["SCOPE_MISSING", "NOT_FOUND"]);
  }
  expect((await api.get("/webhooks", weak)).json.code).toBe("SCOPE_MISSING");
  expect((await create(weak)).json.code).toBe("SCOPE_MISSING");
  expect((await api.get("/webhooks", otherManager)).json).toEqual({ webhooks: [] });
  expect((await api.get(path, manager.key)).json).toMatchObject({ status: "active" });
});

const header = (name: string, value: unknown) => ({ ...body, security: { type: "header", name, value } });

test.each([
  ["url", { ...body, url: undefined }],
  ["url", { ...body, url: "http://10.0.0.1/" }],
  ["url", { ...body, url: "ftp://example.com/" }],
  ["url", { ...body, url: 5 }],
  ["events", { ...body, events: [] }],
  ["events", { ...body, events: "tts.completed" }],
  ["events.0", { ...body, events: ["job.done"] }],
  ["events.0", { ...body, events: ["__proto__"] }],
  ["events", { ...body, events: Array(eventTypes.length + eventPatterns.length + 1).fill("tts.completed") }],
  ["description", { ...body, description: "ỗ".repeat(201) }],
  ["description", { ...body, description: "a\0b" }],
  ["description", { ...body, description: "\ud800" }],
  ["ratePerSecond", { ...body, ratePerSecond: 0 }],
  ["ratePerSecond", { ...body, ratePerSecond: 101 }],
  ["ratePerSecond", { ...body, ratePerSecond: 1.5 }],
  ["ratePerSecond", { ...body, ratePerSecond: "7" }],
  ["schemaVersion", { ...body, schemaVersion: 2 }],
  ["security", { ...body, security: null }],
  ["security.type", { ...body, security: { type: "basic" } }],
  ["security.name", { ...body, security: { type: "none", name: "X-A" } }],
  ["security.value", { ...body, security: { type: "none", value: "a" } }],
  ["security.value", { ...body, security: { type: "header", name: "X-A" } }],
  ["security.secret", { ...body, security: { ...body.security, secret: "a" } }],
  ["security.name", header("", "a")],
  ["security.name", header("X Token", "a")],
  ["security.name", header("X-Token:", "a")],
  ["security.name", header("X-Tốken", "a")],
  ["security.name", header("X-A\r\nX-B", "a")],
  ["security.name", header("__proto__", "a")],
  ["security.name", header("a".repeat(101), "a")],
  ["security.value", header("X-A", "")],
  ["security.value", header("X-A", " a")],
  ["security.value", header("X-A", "a\r\nX-B: c")],
  ["security.value", header("X-A", "mật")],
  ["security.value", header("X-A", "a".repeat(1001))],
  ["businessId", { ...body, businessId: "biz_x" }],
  ["secret", { ...body, secret: "whsec_x" }],
  ["status", { ...body, status: "active" }],
])("a request whose %s is invalid is rejected, and names it", async (param, json) => {
  const { key, businessId } = await makeManager();
  const { status, json: problem } = await create(key, json);
  expect([status, problem.code, problem.param]).toEqual([400, "INVALID_REQUEST", param]);
  expect(await db.webhookEndpoint.count({ where: { businessId } })).toBe(0);
});

const reserved =
  "Host Content-Type content-length Content-Encoding Webhook-Id webhook-signature Connection Keep-Alive Transfer-Encoding TE Trailer Upgrade Proxy-Authorization proxy-connection User-Agent Accept-Encoding Expect Cookie";

test("headers that belong to the connection, the body or us cannot be a partner's own", async () => {
  const { key } = await makeManager();
  for (const name of reserved.split(" "))
    expect((await create(key, header(name, "a"))).json.param, name).toBe("security.name");
  for (const name of ["Authorization", "X-Api-Key", "x_token", "X!#$%&'*+.^`|~1"])
    expect((await create(key, header(name, "Bearer a b"))).status, name).toBe(201);
});

test("an update that is invalid in part changes nothing, and cannot set what is not offered", async () => {
  const { key } = await makeManager();
  const { secret: _, ...webhook } = (await create(key)).json;
  const path = `/webhooks/${webhook.id}`;
  for (const json of [
    { paused: true, url: "https://user@example.com/" },
    { paused: true, createdAt: "2020-01-01T00:00:00Z" },
    { paused: "yes" },
    { description: "b", businessId: "biz_x" },
    { id: "whk_x" },
    { failures: 0 },
    null,
    [],
  ])
    expect((await api.call("PATCH", path, { key, json })).status, JSON.stringify(json)).toBe(400);
  expect((await api.get(path, key)).json).toEqual(webhook);
  expect((await api.call("PATCH", path, { key, json: {} })).json).toEqual(webhook);
});

test("a key cannot send the stored header value to another server, unless it knows the value", async () => {
  const { key } = await makeManager();
  const { json } = await create(key);
  const path = `/webhooks/${json.id}`;
  const update = (change: object) => api.call("PATCH", path, { key, json: change });
  const url = "http://127.0.0.1:4001/hook";
  for (const change of [{ url }, { url, security: { type: "header", name: "X-Hook-Token" } }]) {
    expect(await update(change)).toMatchObject({ status: 400, json: { param: "security.value" } });
  }
  expect((await api.get(path, key)).json.url).toBe(body.url);
  expect((await update({ url: "http://127.0.0.1:4000/other" })).status).toBe(200);
  expect((await update({ url, security: body.security })).status).toBe(200);
  expect((await update({ url: body.url, security: { type: "none" } })).status).toBe(200);
});

test("once an endpoint is deleted, its Idempotency-Key returns neither its secret nor another endpoint", async () => {
  const { key, businessId } = await makeManager();
  const { json } = await create(key, body, named("one"));
  await api.call("DELETE", `/webhooks/${json.id}`, { key });
  expect(await create(key, body, named("one"))).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
  expect(await db.webhookEndpoint.count({ where: { businessId } })).toBe(1);
});

test("a key that may not read the balance subscribes to no event that has it, at first or later", async () => {
  const { key, ...member } = await makeManager();
  const rejected = { status: 403, json: { code: "SCOPE_MISSING" } };
  expect(await create(key, { ...body, events: ["credit.low"] })).toMatchObject(rejected);
  const { json } = await create(key);
  const events = ["tts.completed", "topup.credited"];
  const edit = (by: string) => api.call("PATCH", `/webhooks/${json.id}`, { key: by, json: { events } });
  expect(await edit(key)).toMatchObject(rejected);
  const reader = await makeKey(member, ["webhooks:manage", "balance:read"]);
  expect((await edit(reader)).status).toBe(200);
  // What it has already stays.
  expect((await edit(key)).status).toBe(200);
});

test("another header value is another ETag, so of two clients that change it the second is rejected", async () => {
  const { key } = await makeManager();
  const path = `/webhooks/${(await create(key)).json.id}`;
  const etag = String((await api.get(path, key)).headers.get("etag"));
  const set = (value: string) =>
    api.call("PATCH", path, { key, headers: { "if-match": etag }, json: { security: { ...body.security, value } } });
  expect((await set("second")).status).toBe(200);
  expect((await set("third")).json.code).toBe("PRECONDITION_FAILED");
  expect((await api.get(path, key)).headers.get("etag")).not.toBe(etag);
});
