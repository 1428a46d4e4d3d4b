import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/db";
import { mintSecret } from "@/lib/keys/secret";
import { flushRefusals } from "@/lib/refusals/record";
import { startApi } from "@/lib/testing/api";
import { rawRequest } from "@/lib/testing/raw-request";
import { makeKey, makeMember } from "@/prisma/factories";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const escaped = (text: string) => [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join("");

const places: [string, (key: string) => string][] = [
  ["in the query", (key) => `GET /tts/voices?key=${key} HTTP/1.1`],
  ["in the query, percent-encoded", (key) => `GET /tts/voices?broken=%zz&key=${escaped(key)} HTTP/1.1`],
  ["in the query, percent-encoded twice", (key) => `GET /tts/voices?key=${escaped(escaped(key))} HTTP/1.1`],
  ["in the path", (key) => `GET /ai/tts/${key} HTTP/1.1`],
  ["in the path of nothing", (key) => `GET /tts/${key}/x HTTP/1.1`],
  ["for a header's name", (key) => `GET /tts/voices HTTP/1.1\r\n${key}: 1`],
  ["in the page that led here", (key) => `GET /tts/voices HTTP/1.1\r\nReferer: https://example.com/?k=${key}`],
];

test.each(places)("a key %s is refused, and the answer does not repeat it", async (_, head) => {
  const key = await makeKey(await makeMember());
  const answer = await rawRequest(api.url, `${head(key)}\r\nX-Api-Key: ${key}`);
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect(answer).toContain("KEY_IN_URL");
  expect(answer).not.toContain(key);
});

test("its business finds the refusal and where the key stood; the key itself is on no record", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const answer = await rawRequest(api.url, `GET /ai/tts/${key} HTTP/1.1`);
  const requestId = /x-request-id: (\S+)/i.exec(answer)?.[1] ?? "";
  const find = async () => {
    await flushRefusals();
    return db.refusedRequest.findUnique({ where: { requestId } });
  };
  await expect
    .poll(find)
    .toMatchObject({ businessId: member.businessId, code: "KEY_IN_URL", detail: { where: "url" } });
  expect(JSON.stringify(await db.refusedRequest.findMany())).not.toContain(key.slice(10, 30));
});

test("a key that never was gets the very same answer", async () => {
  const [ours, never] = [await makeKey(await makeMember()), mintSecret()];
  const answerTo = async (key: string) => {
    const answer = await rawRequest(api.url, `GET /tts/voices?key=${key} HTTP/1.1`);
    return answer.replace(/req_\w+/g, "").replace(/^date: .*$/im, "");
  };
  expect(await answerTo(ours)).toBe(await answerTo(never));
});

test("a key that was exposed is dead within a second, and says why in the console", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  expect((await api.get("/tts/voices", key)).status).toBe(200);
  await rawRequest(api.url, `GET /tts/voices?key=${key} HTTP/1.1`);
  await expect.poll(async () => (await api.get("/tts/voices", key)).status, { timeout: 1000 }).toBe(401);
  const row = await db.apiKey.findFirstOrThrow({ where: { businessId: member.businessId } });
  expect(row).toMatchObject({ leakSource: "API request, url", leakedAt: expect.any(Date) });
});
