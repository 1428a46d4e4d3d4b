// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { verifyAudit } from "@/lib/access/audit/verify";
import type { Scope } from "@/lib/access/principals/scopes";
import { createServiceAccount, mostServiceAccounts, removeServiceAccount } from "@/lib/keys/accounts/accounts";
import { editKey } from "@/lib/keys/edit";
import { rotateKey } from "@/lib/keys/rotate";
import { createKey } from "@/lib/keys/service";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeCaller, makeKey, makeKeySettings, makeMember, suspend } from "@/prisma/factories";
import { type Answer, startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

const everything: readonly Scope[] = [
  ...(["keys:manage", "tts:execute", "pronunciations:manage", "members:read", "budgets:manage", "audit:read"] as const),
];

type Sent = Answer & { json: { id: string; secret: string; code?: string } };

const send = async (method: string, path: string, key: string, json?: object) =>
  (await api.call(method, path, { key, json })) as Sent;
const codeOf = ({ json }: Sent) => json.code;

async function makeManager() {
  const member = await makeMember();
  return { member, key: await makeKey(member, everything) };
}

const budget = { monthlyCapVnd: 900_000, belowVnd: null, belowDays: 3 };

/** Everything that a key with one of the scopes does here. */
const requests: [Scope, string, string, object?][] = [
  ["keys:manage", "GET", "/service-accounts"],
  ["keys:manage", "POST", "/service-accounts", { name: "CI", scopes: ["tts:execute"] }],
  ["keys:manage", "DELETE", "/service-accounts/sva_00000000000000000000000000"],
  ["members:read", "GET", "/members"],
  ["budgets:manage", "GET", "/budgets"],
  ["budgets:manage", "PUT", "/budgets", budget],
  ["audit:read", "GET", "/audit-events"],
];

test("each request needs its scope, a live key and an open business", async () => {
  const { member, key } = await makeManager();
  const test = await makeKey(member, everything, "test");
  for (const [scope, method, path, json] of requests) {
    const without = await makeKey(member, [...everything.filter((one) => one !== scope), "webhooks:manage"]);
    expect([path, codeOf(await send(method, path, without, json))]).toEqual([path, "SCOPE_MISSING"]);
    expect([path, codeOf(await send(method, path, test, json))]).toEqual([path, "LIVE_KEY_REQUIRED"]);
    const { status } = await send(method, path, await makeKey(member, [scope, "tts:execute"]), json);
    expect([path, status < 300 || status === 404]).toEqual([path, true]);
  }
  await suspend(member.businessId, "unpaid");
  for (const [, method, path, json] of requests)
    expect(codeOf(await send(method, path, key, json))).toBe("BUSINESS_SUSPENDED");
});

test("members, budgets and the audit log are those of the own business, as its console shows them", async () => {
  const { member, key } = await makeManager();
  const { businessId } = member;
  const viewer = await makeMember({ role: "viewer", businessId });
  const { key: outsider, member: other } = await makeManager();
  const { members } = (await send("GET", "/members", key)).json as unknown as { members: object[] };
  expect(members).toMatchObject([
    { id: member.userId, role: "owner", hasSecondFactor: false, email: expect.stringContaining("@") },
    { id: viewer.userId, role: "viewer" },
  ]);

  expect((await send("PUT", "/budgets", key, budget)).json).toMatchObject({ ...budget, spentVnd: 0 });
  await send("PUT", "/budgets", key, { ...budget, monthlyCapVnd: null });
  expect((await send("GET", "/budgets", key)).json).toMatchObject({ monthlyCapVnd: null, belowDays: 3 });
  expect((await send("GET", "/budgets", outsider)).json).toMatchObject({ belowVnd: 20_000 });
  expect((await send("PUT", "/budgets", key, { ...budget, belowDays: 366 })).json).toMatchObject({
    param: "belowDays",
  });
  expect((await send("PUT", "/budgets", key, { monthlyCapVnd: 5 })).status).toBe(400);

  type Log = { events: { action: string; actorId: string; sequence: number; digest: string }[]; next: string };
  const read = async (query: string, by = key) =>
    (await send("GET", `/audit-events${query}`, by)).json as unknown as Log;
  const log = await read("?action=credit_alert.changed&limit=1");
  expect(log.events).toMatchObject([{ action: "credit_alert.changed", actorId: expect.stringMatching(/^key_/) }]);
  const rest = await read(`?action=credit_alert.changed&cursor=${log.next}`);
  expect(rest.events).toHaveLength(1);
  const kept = await db.auditEvent.findFirst({ where: { businessId, sequence: log.events[0]?.sequence } });
  expect(log.events[0]?.digest).toBe(kept?.digest);
  expect((await read(`?actor=${member.userId}`)).events).toEqual([]);
  expect((await read("", outsider)).events).toEqual([]);
  expect((await send("GET", "/audit-events?from=yesterday", key)).json).toMatchObject({ param: "from" });
  expect((await send("GET", "/audit-events?actor=me", key)).json).toMatchObject({ param: "actor" });
  expect(other.businessId).not.toBe(businessId);
  expect((await verifyAudit()).breaks).toEqual([]);
});

test("a service account bounds its keys, acts by its name, and ends them when it is removed", async () => {
  const { member, key } = await makeManager();
  const scopes = ["keys:manage", "tts:execute"];
  const { json: account } = await send("POST", "/service-accounts", key, { name: "Triển khai", scopes });
  const makeFor = (by: string, wanted: object) =>
    send("POST", "/keys", by, { name: "CI", scopes: ["tts:execute"], serviceAccountId: account.id, ...wanted });
  expect((await makeFor(key, { scopes: ["audit:read"] })).json).toMatchObject({
    code: "KEY_TOO_WIDE",
    param: "scopes",
  });
  const { json: made } = await makeFor(key, { scopes });

  // What it makes ends with it, too.
  const child = await makeFor(made.secret, { serviceAccountId: undefined });
  expect(child.json).toMatchObject({ serviceAccountId: account.id });
  for (const serviceAccountId of [
    null,
    (await createServiceAccount(member, { name: "B", scopes: ["tts:execute"] })).id,
  ])
    expect((await makeFor(made.secret, { serviceAccountId })).json).toMatchObject({ code: "KEY_TOO_WIDE" });
  expect(codeOf(await send("POST", "/service-accounts", made.secret, { name: "C", scopes }))).toBe("KEY_TOO_WIDE");
  const personal = await createKey(member, makeKeySettings());
  expect(codeOf(await send("DELETE", `/keys/${personal.id}`, made.secret))).toBe("KEY_TOO_WIDE");

  const log = await send("GET", `/audit-events?actor=${account.id}`, key);
  expect(log.json).toMatchObject({
    events: [
      { action: "key.created", serviceAccountId: account.id, actorName: expect.stringContaining("Triển khai · CI") },
    ],
  });
  const { key: outsider } = await makeManager();
  expect(codeOf(await makeFor(outsider, {}))).toBe("NOT_FOUND");
  expect(codeOf(await send("DELETE", `/service-accounts/${account.id}`, outsider))).toBe("NOT_FOUND");
  const narrow = await makeKey(member, ["keys:manage"]);
  expect(codeOf(await send("DELETE", `/service-accounts/${account.id}`, narrow))).toBe("KEY_TOO_WIDE");

  expect((await send("DELETE", `/service-accounts/${account.id}`, key)).json).toMatchObject({ revokedKeys: 2 });
  for (const secret of [made.secret, child.json.secret])
    expect((await api.get("/tts/voices", secret)).json.code).toBe("KEY_INVALID");
  expect(codeOf(await makeFor(key, {}))).toBe("NOT_FOUND");
});

test("of service accounts that are created at the same time none exceeds the limit", { tags: "deep" }, async () => {
  const { member, key } = await makeManager();
  for (let made = 1; made < mostServiceAccounts; made++)
    await createServiceAccount(member, { name: `${made}`, scopes: ["tts:execute"] });
  const create = () => send("POST", "/service-accounts", key, { name: "Last", scopes: ["tts:execute"] });
  const made = await Promise.all([create(), create(), create()]);
  expect(made.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("a member gives only scopes that their role may use, and does not take the secret of a wider key", async () => {
  const owner = await makeMember();
  const { businessId } = owner;
  const developer = await makeMember({ role: "developer", businessId });
  const of = (...scopes: Scope[]) => makeKeySettings({ scopes });
  const forbidden = { code: "FORBIDDEN" };
  for (const scope of ["members:read", "budgets:manage", "audit:read"] as const) {
    await expect(createKey(developer, of(scope))).rejects.toMatchObject(forbidden);
    const account = { name: "CI", scopes: [scope] };
    await expect(createServiceAccount(developer, account)).rejects.toMatchObject(forbidden);
    const { id } = await createKey(owner, of(scope, "tts:execute"));
    await expect(rotateKey(developer, id, "24")).rejects.toMatchObject(forbidden);
    // It keeps what it has.
    await editKey(developer, id, of(scope, "stt:execute"));
    await editKey(developer, id, of("stt:execute"));
    await expect(editKey(developer, id, of(scope))).rejects.toMatchObject(forbidden);
  }
  await expect(createKey(developer, of("keys:manage", "pronunciations:manage"))).resolves.toBeDefined();
});

test("members and keys of another business, and viewers, reach no service account", async () => {
  const owner = await makeMember();
  const { businessId } = owner;
  const { id } = await createServiceAccount(owner, { name: "CI", scopes: ["tts:execute"] });
  const outsider = await makeMember();
  await expect(removeServiceAccount(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const foreign = { ...makeKeySettings(), serviceAccountId: id };
  await expect(createKey(outsider, foreign)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const viewer = await makeMember({ role: "viewer", businessId });
  await expect(removeServiceAccount(viewer, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const caller = await makeCaller({ scopes: ["keys:manage", "tts:execute"] });
  await expect(removeServiceAccount(caller, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.serviceAccount.count({ where: { businessId, removedAt: null } })).toBe(1);
});

test("pronunciations are changed by a key that cannot speak, all of them or none", async () => {
  const { member } = await makeManager();
  const key = await makeKey(member, ["pronunciations:manage"]);
  const change = (json: object) => send("PATCH", "/pronunciations", key, json);
  const words = Array.from({ length: 3 }, (_, index) => ({ written: `từ ${index}`, spoken: "từ" }));
  expect((await change({ save: words })).json).toEqual({ saved: 3, removed: 0 });
  expect((await change({ save: words.slice(0, 2), remove: ["từ 2", "không có"] })).json).toEqual({
    saved: 0,
    removed: 1,
  });
  const { businessId } = member;
  const many = Array.from({ length: 498 }, (_, index) => ({ businessId, written: `đầy ${index}`, spoken: "đầy" }));
  await db.pronunciation.createMany({ data: many });
  expect(codeOf(await change({ save: [{ written: "một", spoken: "một" }], remove: [] }))).toBe("PRONUNCIATIONS_FULL");
  expect(codeOf(await change({ save: [words[2] ?? {}, { written: "x", spoken: "y" }], remove: ["đầy 0"] }))).toBe(
    "PRONUNCIATIONS_FULL",
  );
  expect(await db.pronunciation.count({ where: { businessId, written: "đầy 0" } })).toBe(1);
  expect(
    (await api.post("/tts", key, { text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" })).json.code,
  ).toBe("SCOPE_MISSING");
});

test("pages of other origins cannot send a key for any of it", async () => {
  const headers = { origin: "https://attacker.example", "access-control-request-method": "GET" };
  for (const [, , path] of requests)
    expect((await api.call("OPTIONS", path, { headers })).json.code).toBe("ORIGIN_NOT_ALLOWED");
});
