// @module-tag slow
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import OpenAI, { type APIError, toFile } from "openai";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readWav } from "@/lib/audio/decoding/wav";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { ProviderError } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import type { Scope } from "@/lib/principals/scopes";
import { audit } from "@/lib/wallet/audit";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let directory: string;
beforeAll(async () => {
  api = await startApi();
  directory = await mkdtemp(join(tmpdir(), "vang-openai-"));
});
afterAll(async () => {
  await rm(directory, { recursive: true });
  await api.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  clock.reset();
});

async function makePartner({ scopes, creditMilli = 50_000_000n }: { scopes?: Scope[]; creditMilli?: bigint } = {}) {
  const member = await makeMember({ creditMilli });
  const key = await makeKey(member, scopes);
  return { ...member, key, openai: new OpenAI({ baseURL: `${api.url}/v1`, apiKey: key, maxRetries: 0 }) };
}

const hello = { model: "tts-1", voice: "alloy", input: "Xin chào Việt Nam" } as const;

const countJobs = (businessId: string) => db.job.count({ where: { businessId, status: "completed" } });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("OpenAI's client gets speech in each format, and each job is in the history with its charge", async () => {
  const { openai, businessId } = await makePartner();
  const starts = { mp3: "ID3", wav: "RIFF", opus: "OggS" } as const;
  for (const [response_format, start] of Object.entries(starts)) {
    const response = await openai.audio.speech.create({ ...hello, response_format: response_format as "mp3" });
    expect((await bytesOf(response)).subarray(0, start.length).toString("latin1")).toBe(start);
    expect(response.headers.get("x-charge-vnd")).toBe("5.1");
    expect(response.headers.get("x-ai-generated")).toBe("true");
  }
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs.map(({ audioFormat, amountMilli }) => [audioFormat, amountMilli]).sort()).toEqual([
    ["mp3", 5100n],
    ["opus", 5100n],
    ["wav", 5100n],
  ]);
  expect(await audit()).toEqual([]);
});

test("pcm is 24 kHz, 16 bits, mono, without a header", async () => {
  const { openai } = await makePartner();
  const wav = readWav(await bytesOf(await openai.audio.speech.create({ ...hello, response_format: "wav" })));
  const response = await openai.audio.speech.create({ ...hello, response_format: "pcm" });
  const pcm = await bytesOf(response);
  const wavSeconds = (wav?.data.length ?? 0) / 2 / (wav?.sampleRate ?? 1);

  expect(response.headers.get("content-type")).toBe("audio/pcm;rate=24000;channels=1");
  expect(wavSeconds).toBeGreaterThan(0.5);
  expect(pcm.length / 2 / 24_000).toBeCloseTo(wavSeconds, 2);
});

test("speech as server-sent events is the same file, in parts, with its usage at the end", async () => {
  const { openai, key } = await makePartner();
  const response = await openai.audio.speech.create({ ...hello, response_format: "mp3", stream_format: "sse" });
  const events = (await response.text())
    .trim()
    .split("\n\n")
    .map((line) => JSON.parse(line.replace("data: ", "")));

  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(events.at(-1)).toEqual({
    type: "speech.audio.done",
    usage: { input_tokens: 17, output_tokens: 0, total_tokens: 17 },
  });
  const parts = events.slice(0, -1).map(({ audio }) => Buffer.from(audio, "base64"));
  await settleCalls();
  const recorded = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);
  expect(Buffer.concat(parts)).toEqual(recorded.bytes);
});

test("a voice is one of ours, an object with its id, or a name of OpenAI's; another is rejected by its name", async () => {
  const { openai } = await makePartner();
  const speak = (voice: unknown) => openai.audio.speech.create({ ...hello, voice: voice as "alloy" });

  await expect(speak("south-khang")).resolves.toMatchObject({ status: 200 });
  await expect(speak({ id: "south-khang" })).resolves.toMatchObject({ status: 200 });
  await expect(speak("onyx")).resolves.toMatchObject({ status: 200 });
  await expect(speak("constructor")).rejects.toMatchObject({ status: 400, code: "VOICE_UNKNOWN", param: "voice" });
});

test("fields without an effect are named in the response", async () => {
  const { openai } = await makePartner();
  const response = await openai.audio.speech.create({ ...hello, instructions: "Vui vẻ", speed: 1.5 });
  expect(response.headers.get("x-ignored")).toBe("instructions");
});

async function speechFile() {
  const { openai } = await makePartner();
  const path = join(directory, "hello.wav");
  await writeFile(path, await bytesOf(await openai.audio.speech.create({ ...hello, response_format: "wav" })));
  return path;
}

test("OpenAI's client transcribes a chunked upload in each format, with repeated fields", async () => {
  const { openai, businessId } = await makePartner();
  const path = await speechFile();
  const transcribe = (more: object) =>
    openai.audio.transcriptions.create({
      file: createReadStream(path),
      model: "whisper-1",
      timestamp_granularities: ["word", "segment"],
      ...more,
    });

  const json = await transcribe({ response_format: "json" });
  expect(json).toMatchObject({ text: "xin chào việt nam", usage: { type: "duration", seconds: 1 } });
  const verbose = await transcribe({ response_format: "verbose_json", language: "vi" });
  expect(verbose).toMatchObject({
    task: "transcribe",
    language: "vi",
    duration: 1,
    text: "xin chào việt nam",
    segments: [{ id: 0, text: "xin chào việt nam" }],
    words: ["xin", "chào", "việt", "nam"].map((word) => ({ word, start: expect.any(Number), end: expect.any(Number) })),
  });
  const { words: _, ...without } = verbose as typeof verbose & { words: unknown };
  const wanted = { response_format: "verbose_json", language: "vi", timestamp_granularities: ["segment"] };
  expect(await transcribe(wanted)).toEqual(without);
  expect(await transcribe({ response_format: "text" })).toContain("xin chào việt nam");
  expect(await transcribe({ response_format: "srt" })).toMatch(/^1\n00:00:00,\d{3} --> /);
  expect(await transcribe({ response_format: "vtt" })).toMatch(/^WEBVTT\n/);
  const events = [];
  for await (const event of (await transcribe({ stream: true })) as unknown as AsyncIterable<{ type: string }>)
    events.push(event);
  expect(events).toMatchObject([
    { type: "transcript.text.delta", delta: "xin chào việt nam" },
    { type: "transcript.text.done", text: "xin chào việt nam" },
  ]);
  await settleCalls();
  expect(await countJobs(businessId)).toBe(7);
});

test("a form of 24 fields is read, and one of 200 is rejected", async () => {
  const { key } = await makePartner();
  const file = await toFile(createReadStream(await speechFile()), "hello.wav");
  const send = (fields: number) => {
    const form = new FormData();
    form.set("file", file);
    for (let index = 0; index < fields; index++) form.append("keywords[]", `word ${index}`);
    return api.call("POST", "/v1/audio/transcriptions", { key, body: form });
  };
  const read = await send(24);
  expect(read.status).toBe(200);
  expect(read.headers.get("x-ignored")).toBe("keywords[]");
  expect(await send(200)).toMatchObject({ status: 400, json: { error: { code: "INVALID_REQUEST" } } });
});

test("models and voices are listed as OpenAI's clients and Open WebUI read them", async () => {
  const { openai } = await makePartner();
  const models = [];
  for await (const { id } of openai.models.list()) models.push(id);
  expect(models).toContain("vang-espeak");
  expect(await openai.models.retrieve("vang-espeak")).toMatchObject({ id: "vang-espeak", object: "model" });
  await expect(openai.models.retrieve("tts-9")).rejects.toMatchObject({ status: 404, code: "NOT_FOUND" });

  const { json } = await api.get("/v1/audio/voices");
  expect(json.voices).toContainEqual({ id: "north-linh", name: "Linh" });
  expect((await api.get("/v1/audio/models")).json.models).toContainEqual({ id: "vang-espeak" });
});

test("errors have OpenAI's shape, with our fields beside it", async () => {
  const { key } = await makePartner({ creditMilli: 0n });
  const { status, json } = await api.post("/v1/audio/speech", key, hello);
  expect(status).toBe(402);
  expect(json.error).toEqual({
    message: json.message,
    type: "insufficient_quota",
    param: null,
    code: "INSUFFICIENT_CREDIT",
  });
  expect(json).toMatchObject({ retryable: false, messageVi: expect.any(String), requestId: expect.any(String) });

  const wrong = await api.call("GET", "/v1/models", { headers: { authorization: "Bearer sk-123" } });
  expect(wrong).toMatchObject({ status: 401, json: { error: { type: "authentication_error" } } });
  expect(wrong.headers.get("www-authenticate")).toBe("Bearer");
  const missing = await api.post("/v1/audio/translations", key, {});
  expect(missing).toMatchObject({ status: 404, json: { error: { code: "NOT_FOUND" } } });
});

test("a Bearer key works only under /v1", async () => {
  const { key } = await makePartner();
  const headers = { authorization: `Bearer ${key}` };
  expect((await api.call("GET", "/v1/models", { headers })).status).toBe(200);
  expect((await api.call("GET", "/tts/models", { headers })).json.code).toBe("KEY_MISSING");
});

test("a key without the scope, and one of a suspended business, are rejected", async () => {
  const { openai } = await makePartner({ scopes: ["stt:execute"] });
  await expect(openai.audio.speech.create(hello)).rejects.toMatchObject({ status: 403, code: "SCOPE_MISSING" });
  const suspended = await makePartner();
  await db.business.update({ where: { id: suspended.businessId }, data: { suspendedAt: clock.now() } });
  await expect(suspended.openai.audio.speech.create(hello)).rejects.toMatchObject({ code: "BUSINESS_SUSPENDED" });
});

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
  const impatient = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: key, maxRetries: 2, timeout: 600 });
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
  const other = new OpenAI({ baseURL: `${api.url}/v1`, apiKey: await makeKey(partner), maxRetries: 0 });
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

test("a client that leaves in the middle of the audio does not stop the server", async () => {
  const { key, openai } = await makePartner();
  const body = JSON.stringify({ ...hello, input: "Xin chào Việt Nam. ".repeat(100), response_format: "wav" });
  const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
  await new Promise<void>((left) => {
    const sent = request(`${api.url}/v1/audio/speech`, { method: "POST", headers }, (response) => {
      response.once("data", () => {
        response.destroy();
        left();
      });
    });
    sent.end(body);
  });
  await expect(openai.audio.speech.create(hello)).resolves.toMatchObject({ status: 200 });
});

test("a request that ran in another region before is a new job here", async () => {
  const { openai, businessId } = await makePartner();
  await openai.audio.speech.create(hello);
  await db.$executeRaw`UPDATE idempotency_records SET finished = jsonb_set(finished, '{region}', '"SG"')
    WHERE business_id = ${businessId}`;
  const response = await openai.audio.speech.create(hello);
  expect(response.headers.get("idempotent-replayed")).toBeNull();
});
