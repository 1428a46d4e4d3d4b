// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { hello } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterEach(() => clock.reset());
afterAll(() => api.close());

async function setUp({ requestsPerMinute = 120 } = {}) {
  const member = await makeMember({ creditMilli: 50_000_000n, requestsPerMinute });
  const { secret } = await createPlaygroundKey(member);
  return { member, page: secret, partner: await makeKey(member) };
}

async function recordedOf({ businessId }: { businessId: string }): Promise<string[]> {
  await flushRejectedRequests();
  const rows = await db.refusedRequest.findMany({ where: { businessId }, orderBy: { requestId: "asc" } });
  return rows.map(({ code }) => code);
}

const readable = hello;

/** What the playground asks by itself: while one types, to show a transcript in parts, to find a result again. */
const requests: [string, string, string, object | undefined][] = [
  ["a preview of a text that is too long when spoken", "POST", "/tts/preview", { ...readable, text: "5".repeat(5000) }],
  ["a preview of no text", "POST", "/tts/preview", { ...readable, text: " " }],
  ["the same under the other path", "POST", "/ai/tts/preview", { ...readable, text: " " }],
  ["a look-up of speech that is not recorded yet", "GET", "/tts/jobs?id=tts_0", undefined],
  ["a look-up of a transcript that is not recorded yet", "GET", "/stt/jobs?id=stt_0&responseFormat=vtt", undefined],
  ["a model that is gone", "GET", "/tts/models?x=1", undefined],
];

test.each(requests)(
  "%s is no error of the partner when a page asks, and is one when a program does",
  async (...request) => {
    const [, method, path, json] = request;
    const { member, page, partner } = await setUp();
    const { status } = await api.call(method, path, { key: page, json });
    expect(await recordedOf(member)).toEqual([]);
    const { json: problem } = await api.call(method, path, { key: partner, json });
    expect(await recordedOf(member)).toEqual(status === 200 ? [] : [problem.code]);
  },
);

test("what a page asks by itself takes nothing of the partner's limits, and is bounded by a limit of its own", async () => {
  const { page, partner } = await setUp({ requestsPerMinute: 2 });
  const body = { ...readable, text: "Xin chào" };
  for (let asks = 0; asks < 5; asks++)
    expect((await api.post("/tts/preview", page, { ...body, text: `${asks}` })).status).toBe(200);
  for (let asks = 0; asks < 2; asks++) expect((await api.get("/tts/models", partner)).status).toBe(200);
  expect((await api.get("/tts/models", partner)).json.code).toBe("RATE_LIMITED_BUSINESS");
  const inTwoMinutes = BigInt(Date.now() + minutes(2)) * 1000n;
  await db.rateLimit.updateMany({ where: { bucket: { endsWith: " reads" } }, data: { tatUs: inTwoMinutes } });
  // Once what this process remembers of the limit is no longer relied on.
  await expect.poll(async () => (await api.post("/tts/preview", page, body)).status).toBe(429);
});

test("previews of a page leave the partner's programs all of theirs", async () => {
  const { page, partner } = await setUp({ requestsPerMinute: 1000 });
  const inTwoMinutes = BigInt(Date.now() + minutes(2)) * 1000n;
  const body = { ...readable, text: "Xin chào" };
  expect((await api.post("/tts/preview", page, body)).status).toBe(200);
  await db.rateLimit.updateMany({ where: { bucket: { endsWith: " preview" } }, data: { tatUs: inTwoMinutes } });
  expect((await api.post("/tts/preview", page, body)).status).toBe(429);
  expect((await api.post("/tts/preview", partner, body)).status).toBe(200);
});

test("a page whose key has ended gets another one, and the old one is no error of the partner", async () => {
  const { member, page } = await setUp();
  clock.advance(minutes(16));
  const { json } = await api.post("/tts", page, hello);
  expect(json.code).toBe("KEY_INVALID");
  expect(await recordedOf(member)).toEqual([]);
});

test("a run that a person starts and that is rejected is recorded", async () => {
  const { member, page } = await setUp();
  await api.post("/tts", page, { ...hello, text: "" });
  expect(await recordedOf(member)).toEqual(["TEXT_EMPTY"]);
});
