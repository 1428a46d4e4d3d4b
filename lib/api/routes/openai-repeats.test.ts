// @module-tag slow
import type { APIError } from "openai";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { ProviderError } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { bytesOf, countJobs, hello, makeOpenaiPartner, openaiOf } from "@/testing/harness/openai";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => {
  vi.restoreAllMocks();
  clock.reset();
});

const makePartner = () => makeOpenaiPartner(api.url);

/** Makes the engine slower than the client waits, `times` times. */
function slowDown(times: number, ms: number) {
  const original = espeakProvider.synthesizeStream.bind(espeakProvider);
  let slow = times;
  return vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* (...args) {
    if (slow-- > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    yield* original(...args);
  });
}

test("a client that times out and repeats the request by itself gets the first job, which is charged once", async () => {
  const { key, businessId } = await makePartner();
  const engine = slowDown(1, 900);
  const impatient = openaiOf(api.url, key, { maxRetries: 2, timeout: 600 });
  const response = await impatient.audio.speech.create(hello);

  expect(response.headers.get("idempotent-replayed")).toBe("true");
  expect((await bytesOf(response)).length).toBeGreaterThan(1000);
  await settleCalls();
  expect(engine).toHaveBeenCalledTimes(1);
  expect(await countJobs(businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

test("three sends that overlap are one job", async () => {
  const { key, businessId } = await makePartner();
  const engine = slowDown(1, 700);
  const send = (count: string) =>
    api.call("POST", "/v1/audio/speech", { key, json: hello, headers: { "x-stainless-retry-count": count } });
  const first = send("0");
  await vi.waitFor(() => expect(engine).toHaveBeenCalled(), { timeout: 20_000 });
  const [one, two, three] = await Promise.all([first, send("1"), send("2")]);

  expect([two.headers.get("x-tracking-id"), three.headers.get("x-tracking-id")]).toEqual(
    Array(2).fill(one.headers.get("x-tracking-id")),
  );
  await settleCalls();
  expect(engine).toHaveBeenCalledTimes(1);
  expect(await countJobs(businessId)).toBe(1);
});

/** Makes the first run of the engine slow and fail, and each later one slow. */
function failFirst() {
  const original = espeakProvider.synthesizeStream.bind(espeakProvider);
  let runs = 0;
  return vi.spyOn(espeakProvider, "synthesizeStream").mockImplementation(async function* (...args) {
    const isFirst = runs++ === 0;
    await new Promise((resolve) => setTimeout(resolve, isFirst ? 600 : 900));
    if (isFirst) throw new ProviderError("rejected", "too long");
    yield* original(...args);
  });
}

test("of twelve repeats that wait while the first request runs and fails, one runs, and all get its result for one charge", async () => {
  const { key, businessId } = await makePartner();
  await db.pronunciation.create({ data: { businessId, written: "Việt Nam", spoken: "việt nam" } });
  const engine = failFirst();
  const query = vi.spyOn(pg.Client.prototype, "query");
  const prepared = () =>
    query.mock.calls.filter(([sent]) => (sent as unknown as { name?: string }).name === "find-own-reading").length;
  const send = (count: number) =>
    api.call("POST", "/v1/audio/speech", { key, json: hello, headers: { "x-stainless-retry-count": String(count) } });
  const first = send(0);
  await vi.waitFor(() => expect(engine).toHaveBeenCalled(), { timeout: 20_000 });
  const repeats = Promise.all(Array.from({ length: 12 }, (_, index) => send(index + 1)));
  expect((await first).status).toBe(400);
  const answers = await repeats;
  expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
  expect(new Set(answers.map(({ headers }) => headers.get("x-tracking-id"))).size).toBe(1);
  // Once for each request at most, however often it looks whether the first still runs.
  expect(prepared()).toBeLessThanOrEqual(13);
  await settleCalls();
  expect(engine).toHaveBeenCalledTimes(2);
  expect(await countJobs(businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

test("a repeat of the second of two equal requests that overlap gets its result when the first one fails", async () => {
  const { key, businessId } = await makePartner();
  const engine = failFirst();
  const send = (count: number) =>
    api.call("POST", "/v1/audio/speech", { key, json: hello, headers: { "x-stainless-retry-count": String(count) } });
  const first = send(0);
  await vi.waitFor(() => expect(engine).toHaveBeenCalledTimes(1), { timeout: 20_000 });
  const second = send(0);
  await vi.waitFor(() => expect(engine).toHaveBeenCalledTimes(2), { timeout: 20_000 });
  expect((await first).status).toBe(400);
  const repeats = await Promise.all([send(1), send(1), send(2)]);
  const made = (await second).headers.get("x-tracking-id");
  expect(made).not.toBeNull();
  expect(repeats.map(({ headers }) => headers.get("x-tracking-id"))).toEqual(Array(3).fill(made));
  await settleCalls();
  expect(await countJobs(businessId)).toBe(1);
  expect(await audit()).toEqual([]);
});

test("the same request sent as a new one is a new job, also while the first one runs and after 15 minutes", async () => {
  const { openai, businessId } = await makePartner();
  const speak = async () => bytesOf(await openai.audio.speech.create(hello));
  await speak();
  await speak();
  slowDown(1, 300);
  await Promise.all([speak(), speak()]);
  clock.advance(minutes(16));
  const late = await openai.audio.speech.create(hello, { headers: { "x-stainless-retry-count": "1" } });
  expect(late.headers.get("idempotent-replayed")).toBeNull();
  await bytesOf(late);
  await settleCalls();
  expect(await countJobs(businessId)).toBe(5);
});

test("a repeat under another key is a job of its own", async () => {
  const partner = await makePartner();
  const other = openaiOf(api.url, await makeKey(partner));
  await partner.openai.audio.speech.create(hello);
  const response = await other.audio.speech.create(hello, { headers: { "x-stainless-retry-count": "1" } });
  expect(response.headers.get("idempotent-replayed")).toBeNull();
});

test("an Idempotency-Key works as for any job", async () => {
  const { openai } = await makePartner();
  const speak = (input: string) =>
    openai.audio.speech.create({ ...hello, input }, { headers: { "Idempotency-Key": "order-1" } });
  const first = await bytesOf(await speak(hello.input));
  const again = await speak(hello.input);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(await bytesOf(again)).toEqual(first);
  const error = await speak("Khác").catch((refused: APIError) => refused);
  expect(error).toMatchObject({ status: 422, code: "IDEMPOTENCY_MISMATCH" });
});

test("a request that ran in another region before is a new job here", async () => {
  const { openai, businessId } = await makePartner();
  await openai.audio.speech.create(hello);
  await db.$executeRaw`UPDATE idempotency_records SET finished = jsonb_set(finished, '{region}', '"SG"')
    WHERE business_id = ${businessId}`;
  const response = await openai.audio.speech.create(hello);
  expect(response.headers.get("idempotent-replayed")).toBeNull();
});
