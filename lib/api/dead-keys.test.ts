// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mintSecret } from "@/lib/keys/secret";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { rawRequest } from "@/testing/harness/raw-request";
import { promised } from "@/testing/promises";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
// The guesses of one test must not count in the next.
beforeEach(() => db.rateLimit.deleteMany());

async function makeDeadKey(data: { revokedAt?: Date; expiresAt?: Date }): Promise<string> {
  const member = await makeMember();
  const secret = await makeKey(member);
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data });
  return secret;
}

/** All bytes of the response but its request id, the time, and what is left of a minute. */
async function answerTo(secret: string, path = "/tts/jobs?id=tts_x"): Promise<string> {
  const answer = await rawRequest(api.url, `GET ${path} HTTP/1.1\r\nX-Api-Key: ${secret}`);
  const id = /x-request-id: (\S+)/i.exec(answer)?.[1] ?? "";
  expect(id).toMatch(/^req_/);
  return answer.replaceAll(id, "").replace(/^date: .*$/im, "");
}

test("unknown, revoked, expired and mistyped keys get the same bytes, but for the request id", async () => {
  const past = new Date(Date.now() - 60_000);
  const unknown = await answerTo(mintSecret());
  expect(unknown).toContain("KEY_INVALID");
  expect(await answerTo(await makeDeadKey({ revokedAt: past }))).toBe(unknown);
  expect(await answerTo(await makeDeadKey({ expiresAt: past }))).toBe(unknown);
  expect(await answerTo(await makeDeadKey({ expiresAt: past, revokedAt: past }))).toBe(unknown);
  expect(await answerTo(`${mintSecret().slice(0, -1)}_`)).toBe(unknown);
});

test("a network has 20 wrong keys, then one each three seconds, whatever addresses it claims; valid keys go on", async () => {
  const live = await makeKey(await makeMember());
  const get = (key: string, call: number) =>
    api.get("/tts/models", key, { "x-forwarded-for": `203.0.${call}.7`, forwarded: `for=203.0.${call}.7` });
  const startedAt = performance.now();
  const codes = await Promise.all(
    Array.from({ length: 50 }, async (_, call) => (await get(mintSecret(), call)).json.code),
  );
  const looked = codes.filter((code) => code === "KEY_INVALID").length;
  expect(looked).toBeGreaterThanOrEqual(promised("K3"));
  expect(looked).toBeLessThanOrEqual(promised("K3") + (performance.now() - startedAt) / 3000);

  await db.rateLimit.updateMany({ data: { tatUs: BigInt(Date.now() + 120_000) * 1000n } });
  const refused = await get(mintSecret(), 51);
  expect({ status: refused.status, code: refused.json.code }).toEqual({ status: 429, code: "TOO_MANY_ATTEMPTS" });
  expect(refused.headers.get("retry-after")).toBe("60");
  expect(await answerTo(await makeDeadKey({ revokedAt: new Date() }))).toContain("TOO_MANY_ATTEMPTS");
  for (let call = 0; call < 30; call++) expect((await get(live, call)).status).toBe(200);
});
