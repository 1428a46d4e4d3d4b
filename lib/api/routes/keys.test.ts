// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/access/principals/scopes";
import { listMade } from "@/lib/businesses/leaving/made";
import { liveKeysPerBusiness } from "@/lib/keys/limits";
import { createKey } from "@/lib/keys/service";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeKeySettings, makeMember, suspend } from "@/prisma/factories";
import { type Answer, startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(async () => {
  clock.reset();
  // The network of all tests has 20 wrong keys at once.
  await db.rateLimit.deleteMany();
});

const manager: readonly Scope[] = ["keys:manage", "tts:execute", "balance:read"];

async function makeManager(row: object = {}, mode: "live" | "test" = "live") {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member, manager, mode);
  const { id } = await db.apiKey.findFirstOrThrow({ where: { businessId: member.businessId } });
  await db.apiKey.update({ where: { id }, data: row });
  return { member, key, id };
}

type Sent = Answer & { json: { id: string; secret: string; keys: { id: string }[] } };

const send = async (method: string, path: string, key: string, json?: object, headers?: Record<string, string>) =>
  (await api.call(method, path, { key, json, headers })) as Sent;

const create = (key: string, json: object = {}, headers: Record<string, string> = {}) =>
  send("POST", "/keys", key, { name: "Deploy", scopes: ["tts:execute"], ...json }, headers);
const patch = (key: string, id: string, json: object) => send("PATCH", `/keys/${id}`, key, json);
const rotate = (key: string, id: string, json: object = {}) => send("POST", `/keys/${id}/rotate`, key, json);
const revoke = (key: string, id: string) => send("DELETE", `/keys/${id}`, key);
const read = (key: string, id = "") => send("GET", `/keys${id && `/${id}`}`, key);
const refused = ({ status, json }: Awaited<ReturnType<typeof create>>) => [status, json.code, json.param];
const wider = (param: string) => [403, "KEY_TOO_WIDE", param];

test("a program creates a key that expires, uses it, and it ends by itself", async () => {
  const { key, id: ownId, member } = await makeManager();
  const made = await create(key, { expiresInSeconds: 3600, monthlyCapVnd: 50_000, allowedAddresses: ["127.0.0.1"] });
  expect([made.status, made.json]).toEqual([
    201,
    expect.objectContaining({ scopes: ["tts:execute"], mode: "live", monthlyCapVnd: 50_000, createdById: ownId }),
  ]);
  const { secret, id } = made.json;
  expect(secret).toMatch(/^vang_live_/);
  expect((await api.get("/tts/voices", secret)).status).toBe(200);
  expect((await read(secret)).json.code).toBe("SCOPE_MISSING");

  clock.advance(minutes(59));
  expect((await api.get("/tts/voices", secret)).status).toBe(200);
  clock.advance(minutes(1));
  expect((await api.get("/tts/voices", secret)).json.code).toBe("KEY_INVALID");
  expect((await read(key, id)).json.status).toBe("expired");

  const [event] = await db.auditEvent.findMany({ where: { businessId: member.businessId, action: "key.created" } });
  expect(event).toMatchObject({ actorId: ownId, subject: id, after: { scopes: ["tts:execute"] } });
  expect(JSON.stringify(event?.after)).not.toContain(secret);
});

test("what a request leaves out is as of its key, and nothing may be wider than that", async () => {
  const expiresAt = new Date(Date.now() + days(30));
  const limits = { requestsPerMinute: 30, concurrentCalls: 2, monthlyCapMilli: 1_000_000n };
  const { key } = await makeManager({ ...limits, allowedAddresses: ["127.0.0.0/8"], expiresAt });
  const own = {
    requestsPerMinute: 30,
    concurrentCalls: 2,
    monthlyCapVnd: 1000,
    allowedAddresses: ["127.0.0.0/8"],
    expiresAt: expiresAt.toISOString(),
  };
  const attempts: [object, string][] = [
    [{ scopes: ["stt:execute"] }, "scopes"],
    [{ scopes: ["tts:execute", "webhooks:manage"] }, "scopes"],
    [{ expiresAt: new Date(+expiresAt + 1).toISOString() }, "expiresAt"],
    [{ expiresAt: null }, "expiresAt"],
    [{ expiresInSeconds: 31 * 86_400 }, "expiresAt"],
    [{ allowedAddresses: [] }, "allowedAddresses"],
    [{ allowedAddresses: ["127.0.0.1", "10.0.0.1"] }, "allowedAddresses"],
    [{ allowedAddresses: ["127.0.0.0/7"] }, "allowedAddresses"],
    [{ requestsPerMinute: null }, "requestsPerMinute"],
    [{ requestsPerMinute: 31 }, "requestsPerMinute"],
    [{ concurrentCalls: 3 }, "concurrentCalls"],
    [{ monthlyCapVnd: null }, "monthlyCapVnd"],
    [{ monthlyCapVnd: 1001 }, "monthlyCapVnd"],
    [{ scopes: ["keys:manage"] }, "scopes"],
  ];
  for (const [attempt, param] of attempts) {
    const { status, json } = await create(key, attempt);
    const isInvalid = param === "allowedAddresses" && json.code === "INVALID_REQUEST";
    expect({ attempt, status, param: json.param }).toEqual({ attempt, status: isInvalid ? 400 : 403, param });
  }
  const made = await create(key);
  expect(made.json).toMatchObject(own);
  for (const [attempt, param] of attempts) {
    const { json } = await patch(key, made.json.id, attempt);
    expect({ attempt, param: json.param }).toEqual({ attempt, param });
  }
  expect((await patch(key, made.json.id, { monthlyCapVnd: 400, name: "Less" })).json).toMatchObject({
    ...own,
    monthlyCapVnd: 400,
    name: "Less",
  });
});

test("the caps of the keys that a key made are together at most its own, also after they were revoked", async () => {
  const { key, member } = await makeManager({ monthlyCapMilli: 1_000_000n });
  const first = await create(key, { monthlyCapVnd: 700 });
  expect(refused(await create(key, { monthlyCapVnd: 301 }))).toEqual(wider("monthlyCapVnd"));
  const second = await create(key, { monthlyCapVnd: 300 });
  expect(second.status).toBe(201);
  expect(refused(await patch(key, second.json.id, { monthlyCapVnd: 301 }))).toEqual(wider("monthlyCapVnd"));
  await revoke(key, first.json.id);
  expect(refused(await create(key, { monthlyCapVnd: 1 }))).toEqual(wider("monthlyCapVnd"));

  // Nor does it get the secrets of others, to spend their caps.
  const other = await createKey(member, makeKeySettings({ monthlyCap: "500" }));
  for (const act of [rotate, revoke]) expect(refused(await act(key, other.id))).toEqual(wider("id"));
  expect(refused(await patch(key, other.id, { name: "Mine" }))).toEqual(wider("id"));
});

test("of creations at the same time none exceeds the cap or the limit of keys", { tags: "deep" }, async () => {
  const { key, member } = await makeManager({ monthlyCapMilli: 1_000_000n });
  const made = await Promise.all([1, 2, 3, 4].map(() => create(key, { monthlyCapVnd: 400 })));
  expect(made.filter(({ status }) => status === 201)).toHaveLength(2);

  const open = liveKeysPerBusiness - 1 - (await db.apiKey.count({ where: { businessId: member.businessId } }));
  for (let left = open; left > 0; left--) await makeKey(member);
  const { businessId } = member;
  await db.apiKey.updateMany({ where: { businessId }, data: { monthlyCapMilli: null } });
  const last = await Promise.all([1, 2, 3].map(() => create(key)));
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  expect(last.find(({ status }) => status === 409)?.json.code).toBe("KEY_LIMIT_REACHED");
  // A key that has expired makes room, and is not extended while there is none.
  const ended = last.find(({ status }) => status === 201)?.json.id ?? "";
  await db.apiKey.update({ where: { id: ended }, data: { expiresAt: new Date(Date.now() - 1000) } });
  expect((await create(key)).status).toBe(201);
  expect((await patch(key, ended, { expiresInSeconds: 60 })).json.code).toBe("KEY_LIMIT_REACHED");
});

test("a key changes, rotates and revokes no key that may do more than itself", async () => {
  const { key, member } = await makeManager();
  const { id } = await createKey(member, makeKeySettings({ scopes: ["tts:execute", "webhooks:manage"] }));
  expect((await read(key, id)).json).toMatchObject({ id, scopes: ["tts:execute", "webhooks:manage"] });
  expect(refused(await patch(key, id, { name: "Mine" }))).toEqual(wider("id"));
  expect(refused(await patch(key, id, { scopes: ["tts:execute"] }))).toEqual(wider("id"));
  expect(refused(await rotate(key, id))).toEqual(wider("id"));
  expect(refused(await revoke(key, id))).toEqual(wider("id"));
  expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ name: "Production server", revokedAt: null });
});

test("a rotation returns the new secret once, and the old one works until the grace ends", async () => {
  const { key } = await makeManager();
  const { id, secret: old } = (await create(key)).json;
  const { json } = await rotate(key, id, { graceSeconds: 600 });
  expect(json).toMatchObject({ id, status: "rotating", oldSecretUntil: expect.any(String) });
  for (const secret of [old, json.secret]) expect((await api.get("/tts/voices", secret)).status).toBe(200);
  expect((await rotate(key, id)).json.code).toBe("CONFLICT");
  clock.advance(minutes(10));
  expect((await api.get("/tts/voices", old)).status).toBe(401);
  expect((await api.get("/tts/voices", json.secret)).status).toBe(200);
  expect((await rotate(key, id, { graceSeconds: 604_801 })).json.param).toBe("graceSeconds");
});

test("a repeat with the same Idempotency-Key returns the same key without its secret", async () => {
  const { key, member, id: ownId } = await makeManager();
  const once = { "idempotency-key": "deploy-4711" };
  const made = await Promise.all([create(key, {}, once), create(key, {}, once)]);
  expect(new Set(made.map(({ json }) => json.id)).size).toBe(1);
  expect(made.filter(({ json }) => json.secret !== null)).toHaveLength(1);
  const again = await create(key, {}, once);
  expect([again.status, again.headers.get("idempotent-replayed"), again.json.secret]).toEqual([201, "true", null]);
  expect((await create(key, { name: "Other" }, once)).json.code).toBe("IDEMPOTENCY_MISMATCH");
  expect(await db.apiKey.count({ where: { businessId: member.businessId, createdById: ownId } })).toBe(1);

  // Another key of the business has Idempotency-Keys of its own.
  const other = await makeKey(member, manager);
  expect((await create(other, {}, once)).json.secret).toMatch(/^vang_/);
  clock.advance(hours(73));
  expect((await create(key, {}, once)).json.secret).toMatch(/^vang_/);
});

test("a key of another business, without the scope, or of no use any more changes nothing", async () => {
  const { key, member } = await makeManager();
  const { id } = (await create(key)).json;
  const outsider = (await makeManager()).key;
  for (const act of [read, rotate, revoke])
    expect(refused(await act(outsider, id)).slice(0, 2)).toEqual([404, "NOT_FOUND"]);
  expect((await patch(outsider, id, { name: "Mine" })).status).toBe(404);
  expect((await read(outsider)).json.keys).toHaveLength(1);
  expect((await read(`${outsider}`, "key_\0")).status).toBe(404);

  const refuse = async (sender: string, code: string) => {
    const all = [
      await read(sender),
      await read(sender, id),
      await create(sender),
      await patch(sender, id, { name: "x" }),
    ];
    all.push(await rotate(sender, id), await revoke(sender, id));
    expect(all.map(({ json }) => json.code)).toEqual(all.map(() => code));
  };
  await refuse(await makeKey(member, ["tts:execute", "webhooks:manage"]), "SCOPE_MISSING");
  const ended = await makeKey(member, manager);
  const hint = ended.slice(-4);
  await db.apiKey.updateMany({ where: { businessId: member.businessId, hint }, data: { revokedAt: new Date() } });
  await refuse(ended, "KEY_INVALID");
  await db.apiKey.updateMany({
    where: { businessId: member.businessId, hint },
    data: { revokedAt: null, expiresAt: new Date(Date.now() - 1) },
  });
  await refuse(ended, "KEY_INVALID");
  await suspend(member.businessId, "unpaid");
  await refuse(key, "BUSINESS_SUSPENDED");
  await db.business.update({ where: { id: member.businessId }, data: { suspendedAt: null, archivedAt: new Date() } });
  await refuse(key, "KEY_INVALID");
  expect(await db.apiKey.findUnique({ where: { id } })).toMatchObject({ name: "Deploy", revokedAt: null });
});

test("a test key sees and makes test keys only", async () => {
  const { key, member } = await makeManager({}, "test");
  const live = await createKey(member, makeKeySettings());
  expect((await read(key)).json.keys).toHaveLength(1);
  for (const act of [read, rotate, revoke]) expect((await act(key, live.id)).status).toBe(404);
  expect(refused(await create(key, { mode: "live" }))).toEqual(wider("mode"));
  const made = await create(key);
  expect([made.json.mode, made.json.secret.slice(0, 10)]).toEqual(["test", "vang_test_"]);
  expect((await create(key, { monthlyCapVnd: 5 })).json.monthlyCapVnd).toBeNull();
});

test("a key revokes itself with its last request, and the keys that it made go on working", async () => {
  const { key, id } = await makeManager();
  const { secret } = (await create(key)).json;
  expect((await revoke(key, id)).json).toEqual({ id, revoked: true });
  expect((await read(key)).json.code).toBe("KEY_INVALID");
  expect((await api.get("/tts/voices", secret)).status).toBe(200);
});

test("a member who leaves is shown with the keys that were made by a key whose secret they know", async () => {
  const { member } = await makeManager();
  const parent = await createKey(member, makeKeySettings({ scopes: ["keys:manage", "tts:execute"] }));
  const child = (await create(parent.secret, { scopes: ["keys:manage"] })).json;
  const grandchild = (await create(child.secret, { scopes: ["keys:manage"] })).json;
  const made = (await listMade(member))[member.userId]?.keys.map(({ id }) => id);
  expect(made).toEqual(expect.arrayContaining([parent.id, child.id, grandchild.id]));
});

test("keys are listed page by page, by whether they work and by who created them", async () => {
  const { key, id: ownId } = await makeManager();
  const ids: string[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await create(key, { name })).json.id);
  await revoke(key, ids[0] ?? "");
  const list = async (query: string) => (await send("GET", `/keys?${query}`, key)).json;
  const first = await list("limit=2");
  expect(first.keys.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  const rest = await list(`limit=2&cursor=${first.next}`);
  expect([rest.keys.map(({ id }) => id), rest.next]).toEqual([[ids[0], ownId], null]);
  expect((await list("works=false")).keys).toMatchObject([{ id: ids[0], status: "revoked" }]);
  expect((await list(`createdById=${ownId}&works=true`)).keys).toHaveLength(2);
  expect(JSON.stringify(await list("limit=100"))).not.toMatch(/secret":|fingerprint/);
});

test.each([
  [{ name: "" }, "name"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["admin"] }, "scopes.0"],
  [{ expiresInSeconds: 59 }, "expiresInSeconds"],
  [{ expiresInSeconds: 60, expiresAt: null }, "expiresInSeconds"],
  [{ expiresAt: "2020-01-01T00:00:00Z" }, "expiresAt"],
  [{ allowedAddresses: ["máy chủ"] }, "allowedAddresses"],
  [{ monthlyCapVnd: 0 }, "monthlyCapVnd"],
  [{ unknown: 1 }, "unknown"],
  [{ serviceAccountId: "sva_00000000000000000000000000" }, "serviceAccountId"],
])("%j makes no key", async (json, param) => {
  const { key } = await makeManager();
  const answer = await create(key, json);
  expect(refused(answer)).toEqual([
    param === "serviceAccountId" ? 404 : 400,
    param === "serviceAccountId" ? "NOT_FOUND" : "INVALID_REQUEST",
    param,
  ]);
});

test("pages of other origins cannot send a key to manage keys", async () => {
  const headers = { origin: "https://attacker.example", "access-control-request-method": "POST" };
  for (const path of ["/keys", "/service-accounts"])
    expect((await api.call("OPTIONS", path, { headers })).json.code).toBe("ORIGIN_NOT_ALLOWED");
});
