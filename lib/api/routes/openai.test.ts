// @module-tag slow
import { createReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { toFile } from "openai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWav } from "@/lib/engines/audio/decoding/wav";
import { hasFfmpegEncoders } from "@/lib/engines/ffmpeg-encoders";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { needs } from "@/testing/harness/needs";
import { bytesOf, countJobs, hello, makeOpenaiPartner } from "@/testing/harness/openai";
import type { PartnerOptions } from "@/testing/harness/partner";
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

const makePartner = (options: PartnerOptions = {}) => makeOpenaiPartner(api.url, options);

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

test.runIf(hasFfmpegEncoders())(
  "aac and flac can be transcribed, say that AI made them, and are charged like others",
  needs("FFmpeg"),
  async () => {
    const { openai, key, businessId } = await makePartner();
    for (const [format, type] of [
      ["aac", "audio/aac"],
      ["flac", "audio/flac"],
    ] as const) {
      const response = await openai.audio.speech.create({ ...hello, response_format: format });
      expect(response.headers.get("content-type")).toBe(type);
      const bytes = await bytesOf(response);
      const text = bytes.toString("latin1");
      expect(text).toContain("AI_GENERATED");
      await settleCalls();
      const recorded = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);
      expect([recorded.headers.get("content-type"), recorded.bytes.length]).toEqual([type, bytes.length]);
      const file = await toFile(recorded.bytes, `hello.${format}`);
      const heard = await openai.audio.transcriptions.create({ file, model: "whisper-1" });
      expect(heard.text).toBe("xin chào việt nam");
    }
    await settleCalls();
    const jobs = await db.job.findMany({ where: { businessId, service: "tts" }, orderBy: { createdAt: "asc" } });
    expect(jobs.map(({ audioFormat, amountMilli }) => [audioFormat, amountMilli])).toEqual([
      ["aac", 5100n],
      ["flac", 5100n],
    ]);
  },
);

test.runIf(hasFfmpegEncoders())("a recorded flac says how long it is", needs("FFmpeg"), async () => {
  const { openai, key } = await makePartner();
  const response = await openai.audio.speech.create({
    ...hello,
    input: "Xin chào. ".repeat(40),
    response_format: "flac",
  });
  await bytesOf(response);
  await settleCalls();
  const { bytes } = await api.get(`/ai/tts/${response.headers.get("x-tracking-id")}`, key);
  const job = await db.job.findUniqueOrThrow({ where: { trackingId: response.headers.get("x-tracking-id") ?? "" } });
  const info = bytes.readBigUInt64BE(18);
  expect(Number(info & 0xf_ffff_ffffn) / Number(info >> 44n)).toBeCloseTo(job.audioDuration, 2);
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
    language: "vietnamese",
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
    for (let index = 0; index < fields; index++) form.append("hints[]", `word ${index}`);
    return api.call("POST", "/v1/audio/transcriptions", { key, body: form });
  };
  const read = await send(24);
  expect(read.status).toBe(200);
  expect(read.headers.get("x-ignored")).toBe("hints[]");
  expect(await send(200)).toMatchObject({ status: 400, json: { error: { code: "INVALID_REQUEST" } } });
});

test("fields whose names no header can hold are ignored like others, and named as far as it can", async () => {
  const { key, businessId } = await makePartner();
  const form = new FormData();
  form.set("file", await toFile(createReadStream(await speechFile()), "hello.wav"));
  form.set("ngôn ngữ", "vi");
  form.set("a, b", "c");
  const { status, headers } = await api.call("POST", "/v1/audio/transcriptions", { key, body: form });
  expect(status).toBe(200);
  expect(headers.get("x-ignored")).toBe("ng%C3%B4n%20ng%E1%BB%AF, a%2C%20b");
  await settleCalls();
  expect(await countJobs(businessId)).toBe(1);
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
