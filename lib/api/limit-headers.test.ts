// @module-tag promise
import { parseList } from "structured-headers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { type Answer, startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** A header's items as a parser of structured fields reads them: name to parameters. */
function read({ headers }: Answer, name: string) {
  const items = parseList(headers.get(name) ?? "");
  return Object.fromEntries(items.map(([item, parameters]) => [String(item), Object.fromEntries(parameters)]));
}

async function makePartner(limits: { requestsPerMinute?: number; concurrentCalls?: number } = {}) {
  const member = await makeMember({ creditMilli: 50_000_000n, requestsPerMinute: 5, concurrentCalls: 8 });
  const secret = await makeKey(member);
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: limits });
  return secret;
}

type Operation = { security: object[]; responses: Record<string, { headers?: object }> };
type Description = { paths: Record<string, Record<string, Operation>> };

const hello = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak" };

test("every response to a key contains its limits and what is left of them", async () => {
  const secret = await makePartner({ requestsPerMinute: 3, concurrentCalls: 2 });
  const spoken = await api.post("/tts", secret, hello);
  expect(read(spoken, "ratelimit-policy")).toEqual({
    business: { q: 5, w: 60 },
    key: { q: 3, w: 60 },
    "business-concurrent": { q: 8, qu: "concurrent-requests" },
    "key-concurrent": { q: 2, qu: "concurrent-requests" },
  });
  expect(read(spoken, "ratelimit")).toEqual({
    business: { r: 4, t: 12 },
    key: { r: 2, t: 20 },
    "business-concurrent": { r: 7 },
    "key-concurrent": { r: 1 },
  });
  expect(spoken.headers.get("x-ratelimit-limit")).toBe("3");

  const rare = await makePartner({ requestsPerMinute: 1 });
  const missing = await api.get("/tts/jobs?id=tts_x", rare);
  expect([missing.status, read(missing, "ratelimit").key]).toEqual([404, { r: 0, t: 60 }]);
  const refused = await api.get("/tts/models", rare);
  expect([refused.status, read(refused, "ratelimit").key?.r]).toEqual([429, 0]);
  expect(read(refused, "ratelimit").business?.r).toBe(4);
  expect(Number(refused.headers.get("retry-after"))).toBe(read(refused, "ratelimit").key?.t);
});

test("Retry-After and the reset headers agree after limits were lowered", async () => {
  const secret = await makePartner({ requestsPerMinute: 5 });
  for (let call = 0; call < 4; call++) await api.get("/tts/models", secret);
  await db.apiKey.updateMany({ where: { hint: secret.slice(-4) }, data: { requestsPerMinute: 1 } });
  const refused = await api.get("/tts/models", secret);
  expect([refused.status, refused.json.code]).toEqual([429, "RATE_LIMITED_KEY"]);
  const seconds = Number(refused.headers.get("retry-after"));
  // Four of five have used 48 s of the minute, and a limit of one needs all of it.
  expect(seconds).toBeGreaterThan(30);
  expect(seconds).toBeLessThanOrEqual(48);
  expect(read(refused, "ratelimit").key?.t).toBe(seconds);
  expect(refused.headers.get("x-ratelimit-reset")).toBe(String(seconds));
});

test("a key without its own limits has its business's", async () => {
  const answer = await api.get("/tts/models", await makePartner());
  expect(read(answer, "ratelimit-policy")).toEqual({ business: { q: 5, w: 60 } });
  expect(Object.keys(read(answer, "ratelimit"))).toEqual(["business"]);
});

test("a request from an address that is not on the list gets its limits too, and takes nothing from requests that are", async () => {
  const secret = await makePartner({ requestsPerMinute: 3, concurrentCalls: 2 });
  await db.apiKey.updateMany({ where: { hint: secret.slice(-4) }, data: { allowedAddresses: ["203.0.113.7"] } });
  for (const left of [2, 1, 0]) {
    const refused = await api.post("/tts", secret, hello);
    expect([refused.json.code, read(refused, "ratelimit").key?.r]).toEqual(["IP_NOT_ALLOWED", left]);
  }
  const flood = await api.post("/tts", secret, hello);
  expect([flood.json.code, flood.headers.get("retry-after")]).toEqual(["RATE_LIMITED_KEY", expect.any(String)]);

  await db.apiKey.updateMany({ where: { hint: secret.slice(-4) }, data: { allowedAddresses: [] } });
  expect(read(await api.get("/tts/models", secret), "ratelimit").key?.r).toBe(2);
});

test.each([
  ["SCOPE_MISSING", { scopes: ["stt:execute"] }],
  ["REGION_NOT_ALLOWED", {}],
])("an error with %s contains the limits", async (code, key) => {
  const secret = await makePartner();
  const row = await db.apiKey.findFirstOrThrow({ where: { hint: secret.slice(-4) }, orderBy: { createdAt: "desc" } });
  await db.apiKey.update({ where: { id: row.id }, data: key });
  if (code === "REGION_NOT_ALLOWED")
    await db.business.update({ where: { id: row.businessId }, data: { pinnedRegion: "SG" } });
  const refused = await api.post("/tts", secret, hello);
  expect([refused.json.code, read(refused, "ratelimit").business?.r]).toEqual([code, 4]);
});

test("a request without a key gets no limits", async () => {
  const answer = await api.get("/tts/models");
  expect([answer.status, answer.headers.get("ratelimit"), answer.headers.get("ratelimit-policy")]).toEqual([
    401,
    null,
    null,
  ]);
});

test("the description of every operation that needs a key declares them", async () => {
  const { paths } = (await api.get("/openapi.json")).json as unknown as Description;
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const keyed = operations.filter(({ security }) => security.length > 0);
  expect(keyed.length).toBeGreaterThan(10);
  for (const { responses } of keyed) {
    expect(
      Object.keys((responses["200"] ?? responses["201"] ?? responses["202"] ?? responses["204"])?.headers ?? {}),
    ).toEqual(expect.arrayContaining(["RateLimit", "RateLimit-Policy"]));
    expect(Object.keys(responses[429]?.headers ?? {})).toEqual(expect.arrayContaining(["RateLimit", "Retry-After"]));
  }
});
