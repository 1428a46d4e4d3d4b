// @module-tag promise
import { spawnSync } from "node:child_process";
import { setMaxListeners } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cancelJobs } from "@/lib/api/running-jobs";
import { encodePcm, encodeWav, wrapWav } from "@/lib/audio/wav";
import { clock, minutes, seconds } from "@/lib/clock";
import { db } from "@/lib/db";
import { withDecodeSlot } from "@/lib/engines/decode-slots";
import { env } from "@/lib/env";
import { audit } from "@/lib/wallet/audit";
import { getBalance } from "@/lib/wallet/balance";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import {
  type Behavior,
  expectedTranscript,
  type SpeechServer,
  sendJson,
  startSpeechServer,
  well,
} from "@/testing/fakes/speech-server";
import { type Answer, startApi } from "@/testing/harness/api";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let engine: SpeechServer;
let key: string;
let businessId: string;

beforeAll(async () => {
  engine = await startSpeechServer();
  const prices = [{ priceVnd: 20, from: "2026-01-01T00:00:00+07:00" }];
  const model = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
  api = await startApi();
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  businessId = member.businessId;
  key = await makeKey(member);
});
afterEach(() => {
  engine.behave(well);
  clock.reset();
});
afterAll(async () => {
  await api.close();
  await engine.close();
});

const wavOf = async (seconds: number) =>
  new Blob([await encodeWav({ samples: makeTone(220, 16_000, seconds), sampleRate: 16_000 })]);

async function send(fields: Record<string, string> = {}, file?: Blob, headers: HeadersInit = {}, path = "/stt") {
  const body = new FormData();
  for (const [name, value] of Object.entries({ modelId: "listener", ...fields })) body.append(name, value);
  body.append("file", file ?? (await wavOf(2.4)), "Cuộc gọi số 1.wav");
  return api.call("POST", path, { key, body, headers });
}

const found = (path: string, secret = key) =>
  expect.poll(async () => (await api.get(path, secret)).status, { timeout: 10_000 }).toBe(200);

const charges = () => db.transfer.count({ where: { kind: "charge", debit: { businessId } } });

test("a file is transcribed, priced by the started second, and found again under both families", async () => {
  const { status, json, headers } = await send();
  expect(status).toBe(200);
  expect(Object.keys(json).sort()).toEqual([
    "audioDuration",
    "fileSizeBytes",
    "inputAudioFileName",
    "inputAudioUrl",
    "processingTimeMs",
    "trackingId",
    "transcript",
  ]);
  expect(json).toMatchObject({
    transcript: "Xin chào Việt Nam.",
    audioDuration: 3,
    inputAudioFileName: "Cuộc gọi số 1.wav",
  });
  expect(headers.get("x-charge-vnd")).toBe("60");
  expect(headers.get("x-tracking-id")).toBe(json.trackingId);

  await found(`/stt/jobs?id=${json.trackingId}`);
  expect((await api.get(`/stt/jobs?id=${json.trackingId}`, key)).json).toEqual(json);
  expect((await api.get(`/ai/stt/${json.trackingId}`, key)).json).toEqual(json);
  expect((await api.get(`/tts/jobs?id=${json.trackingId}`, key)).json.code).toBe("RESULT_NOT_FOUND");
});

test("another business's key does not find it", async () => {
  const { json } = await send({}, undefined, {}, "/ai/stt");
  await found(`/stt/jobs?id=${json.trackingId}`);
  const outsider = await makeKey(await makeMember());
  const [theirs, unknown] = [
    await api.get(`/stt/jobs?id=${json.trackingId}`, outsider),
    await api.get("/stt/jobs?id=stt_00000000000000000000000000", outsider),
  ];
  expect([theirs.status, theirs.json.code]).toEqual([404, "RESULT_NOT_FOUND"]);
  expect({ ...theirs.json, requestId: "", instance: "" }).toEqual({ ...unknown.json, requestId: "", instance: "" });
});

test("the input can be downloaded again for 15 minutes, in ranges, and then no longer", async () => {
  const { json } = await send();
  const { pathname, search } = new URL(String(json.inputAudioUrl));
  const whole = await api.get(pathname + search);
  expect([whole.status, whole.bytes.length]).toEqual([200, json.fileSizeBytes]);
  expect(whole.headers.get("x-ai-generated")).toBeNull();
  expect((await api.get(pathname + search, undefined, { range: "bytes=0-3" })).bytes.toString()).toBe("RIFF");
  expect((await api.get(`/tts/audio${search}`)).json.code).toBe("AUDIO_LINK_INVALID");
  clock.advance(minutes(15));
  const gone = await api.get(pathname + search);
  expect(gone.json).toMatchObject({ code: "AUDIO_LINK_EXPIRED", message: expect.stringContaining("15 minutes") });
});

test.each([
  ["srt", "application/x-subrip", /^1\n00:00:00,000 --> 00:00:01,200\nXin chào\n\n2\n/],
  ["vtt", "text/vtt", /^WEBVTT\n\n00:00:00\.000 --> 00:00:01\.200\nXin chào\n/],
  ["text", "text/plain", /^Xin chào Việt Nam\.$/],
])(
  "as %s it is the same transcript in another format, at once and at any lookup",
  async (responseFormat, type, words) => {
    const answer = await send({ responseFormat });
    const trackingId = answer.headers.get("x-tracking-id");
    await found(`/stt/jobs?id=${trackingId}&responseFormat=${responseFormat}`);
    const later = await api.get(`/ai/stt/${trackingId}?responseFormat=${responseFormat}`, key);
    for (const { status, headers, bytes } of [answer, later]) {
      expect([status, headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
      expect(String(bytes)).toMatch(words);
    }
  },
);

const upstreamWords = ["Xin", "chào", "Việt", "Nam."].map((word, index) => ({
  word,
  start: index / 2,
  end: index / 2 + 0.3999999,
}));

test("as verbose_json it has the times of segments and words, at once and at any lookup, and other answers have neither", async () => {
  engine.behave((_, response) => sendJson(response, 200, { ...expectedTranscript, words: upstreamWords }));
  const { json } = await send({ responseFormat: "verbose_json" });
  expect(json).toMatchObject({
    transcript: "Xin chào Việt Nam.",
    segments: [
      { start: 0, end: 1.2, text: "Xin chào" },
      { start: 1.2, end: 2, text: "Việt Nam." },
    ],
    words: upstreamWords.map(({ word, start }) => ({ word, start, end: start + 0.4 })),
  });
  await found(`/stt/jobs?id=${json.trackingId}`);
  const { segments, words, ...plain } = json;
  expect((await api.get(`/stt/jobs?id=${json.trackingId}`, key)).json).toEqual(plain);
  expect((await api.get(`/ai/stt/${json.trackingId}?responseFormat=verbose_json`, key)).json).toEqual(json);

  engine.behave(well);
  const untimed = await send({ responseFormat: "verbose_json" });
  expect(untimed.json.segments).toHaveLength(2);
  expect(untimed.json.words).toBeUndefined();
});

/** Left and right as a 16-bit stereo WAV of 2.4 seconds. */
function stereoOf(left: number, right: number): Blob {
  const [one, other] = [left, right].map((hertz) => makeTone(hertz, 16_000, 2.4)) as [Float32Array, Float32Array];
  const samples = Float32Array.from({ length: one.length * 2 }, (_, at) => (at % 2 ? other : one)[at >> 1] as number);
  const bytes = Buffer.from(wrapWav(encodePcm(samples), 16_000, "pcm"));
  bytes.writeUInt16LE(2, 22);
  bytes.writeUInt16LE(4, 32);
  return new Blob([bytes]);
}

/** Recognizes a call of which each side has its own words. */
const recognizeCall: Behavior = ({ body }, response) => {
  const isLeft = body.indexOf(Buffer.from(encodePcm(makeTone(220, 16_000, 2.4)).slice(200, 400))) > 0;
  const lines = isLeft
    ? [
        [0, "alô"],
        [1.5, "dạ vâng"],
      ]
    : [[0.8, "chào chị"]];
  const segments = lines.map(([start, text]) => ({ start, end: Number(start) + 0.5, text }));
  sendJson(response, 200, { text: lines.map(([, text]) => text).join(" "), segments });
};

test("separate channels are transcribed and charged each, and each turn of the call is a line", async () => {
  engine.behave(recognizeCall);
  const listened = engine.seen.length;
  const { json, headers } = await send({ channels: "separate" }, stereoOf(220, 440));
  expect(json).toMatchObject({
    transcript: "alô\nchào chị\ndạ vâng",
    audioDuration: 3,
    channels: [
      { channel: 1, transcript: "alô dạ vâng" },
      { channel: 2, transcript: "chào chị" },
    ],
  });
  expect(json.segments).toBeUndefined();
  expect([headers.get("x-charge-vnd"), headers.get("x-charge-units")]).toEqual(["120", "6"]);
  expect(engine.seen.length - listened).toBe(2);

  const path = `/stt/jobs?id=${json.trackingId}`;
  await found(path);
  expect((await api.get(path, key)).json).toEqual(json);
  expect((await api.get(`${path}&responseFormat=verbose_json`, key)).json.segments).toEqual([
    { start: 0, end: 0.5, text: "alô", channel: 1 },
    { start: 0.8, end: 1.3, text: "chào chị", channel: 2 },
    { start: 1.5, end: 2, text: "dạ vâng", channel: 1 },
  ]);
  expect(String((await api.get(`${path}&responseFormat=vtt`, key)).bytes)).toContain("<v 2>chào chị\n");
  expect(await db.job.findUnique({ where: { trackingId: String(json.trackingId) } })).toMatchObject({
    amountMilli: 120_000n,
    units: 6,
    audioDuration: 3,
  });
  const charge = { kind: "charge" as const, trackingId: String(json.trackingId) };
  expect(await db.transfer.findMany({ where: charge })).toMatchObject([{ amountMilli: 120_000n, units: 6 }]);
  expect(await audit()).toEqual([]);
});

test.each([
  ["a mono file", () => wavOf(2.4)],
  ["two equal channels", async () => stereoOf(220, 220)],
])("%s with separate channels is transcribed and charged once", async (_, file) => {
  engine.behave(recognizeCall);
  const listened = engine.seen.length;
  const { json, headers } = await send({ channels: "separate" }, await file());
  expect(json.channels).toEqual([{ channel: 1, transcript: "alô dạ vâng" }]);
  expect([headers.get("x-charge-vnd"), engine.seen.length - listened]).toEqual(["60", 1]);
});

test("when one of two channels fails, nothing is charged, and neither is silence in both", async () => {
  let calls = 0;
  engine.behave((seen, response) => (++calls > 1 ? sendJson(response, 500, {}) : recognizeCall(seen, response)));
  await settleCalls();
  const before = await charges();
  expect((await send({ channels: "separate" }, stereoOf(220, 440))).json.code).toBe("PROVIDER_FAILED");
  engine.behave((_, response) => sendJson(response, 200, { text: "", segments: [] }));
  const silent = await send({ channels: "separate" }, stereoOf(220, 440));
  expect([silent.json.transcript, silent.headers.get("x-charge-vnd")]).toEqual(["", "0"]);
  await settleCalls();
  expect(await charges()).toBe(before);
  expect((await send({ channels: "both" })).json).toMatchObject({ code: "INVALID_REQUEST", param: "channels" });
});

test.each([
  ["srt", "1\n00:00:00,000 --> 00:00:02,400\nXin chào\n"],
  ["vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:02.400\nXin chào\n"],
])("as %s, words from an engine without timestamps last as long as the audio", async (responseFormat, words) => {
  engine.behave((_, response) => sendJson(response, 200, { text: "Xin chào" }));
  const answer = await send({ responseFormat });
  expect(String(answer.bytes)).toBe(words);
  await found(`/stt/jobs?id=${answer.headers.get("x-tracking-id")}`);
});

test("without speech the transcript is empty, the code says so and nothing is charged", async () => {
  engine.behave((_, response) => sendJson(response, 200, { text: "", segments: [] }));
  const before = await charges();
  const { status, json, headers } = await send();
  expect([status, json.transcript, headers.get("x-result-code"), headers.get("x-charge-vnd")]).toEqual([
    200,
    "",
    "NO_SPEECH_FOUND",
    "0",
  ]);
  await found(`/stt/jobs?id=${json.trackingId}`);
  const later = await api.get(`/ai/stt/${json.trackingId}?responseFormat=text`, key);
  expect(later.headers.get("x-result-code")).toBe("NO_SPEECH_FOUND");
  expect(await charges()).toBe(before);
});

test("without credit for one second a file is rejected before it is decoded", async () => {
  const poor = await makeKey(await makeMember({ creditMilli: 19_999n }));
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", new Blob(["RIFF\x24\0\0\0WAVEfmt "]), "a.wav");
  const { status, json } = await api.call("POST", "/stt", { key: poor, body });
  expect([status, json.code]).toEqual([402, "INSUFFICIENT_CREDIT"]);
});

test("with credit for one second a longer file is rejected once it is decoded, costs nothing, and is recorded", async () => {
  const poor = await makeMember({ creditMilli: 20_000n });
  const secret = await makeKey(poor);
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", await wavOf(2), "a.wav");
  const { status, json } = await api.call("POST", "/stt", { key: secret, body });
  expect([status, json.code]).toEqual([402, "INSUFFICIENT_CREDIT"]);
  expect(json.message).toContain("this request costs 40 ₫, the available balance is 20 ₫");
  const where = { businessId: poor.businessId };
  await expect.poll(() => db.job.findFirst({ where })).toMatchObject({ status: "failed", resultCode: json.code });
  expect(await db.hold.findMany({ where })).toMatchObject([{ status: "released" }]);
  expect(await getBalance(poor)).toEqual({ availableMilli: 20_000n, heldMilli: 0n });
});

test("hallucinations of recognizers in silence are not in the transcript", async () => {
  const hallucination = "Hãy subscribe cho kênh Ghiền Mì Gõ Để không bỏ lỡ những video hấp dẫn";
  const segments = [{ id: 0, start: 0, end: 2, text: hallucination, no_speech_prob: 0.93 }];
  engine.behave((_, response) => sendJson(response, 200, { text: hallucination, segments }));
  const { json, headers } = await send();
  expect([json.transcript, headers.get("x-result-code")]).toEqual(["", "NO_SPEECH_FOUND"]);
});

test.each([
  ["a text named .wav", new Blob(["#EXTM3U\nfile:///etc/passwd\n"]), 415, "AUDIO_UNSUPPORTED"],
  ["an empty file", new Blob([]), 422, "AUDIO_EMPTY"],
  ["a header without a sound", new Blob(["RIFF\x24\0\0\0WAVEfmt "]), 422, "AUDIO_INVALID"],
])("%s is rejected before it costs anything", async (_, file, status, code) => {
  const unreleased = () => db.hold.count({ where: { status: { not: "released" } } });
  const before = await unreleased();
  const answer = await send({}, file);
  expect([answer.status, answer.json.code, answer.json.param]).toEqual([status, code, "file"]);
  expect(await unreleased()).toBe(before);
});

/** MP3 of so many frames of 0.072 s each, as an encoder writes that fills up its last frame. */
function mp3Of(frames: number): Blob {
  const path = join(env.VANG_DATA, "frame.mp3");
  const encode = ["-c:a", "libmp3lame", "-b:a", "8k", "-ar", "8000", "-write_xing", "0", "-id3v2_version", "0", path];
  expect(spawnSync("ffmpeg", ["-y", "-f", "lavfi", "-i", "anullsrc=r=8000:cl=mono", "-t", "2", ...encode]).status).toBe(
    0,
  );
  const frameBytes = 72;
  const frame = readFileSync(path).subarray(10 * frameBytes, 11 * frameBytes);
  expect(frame.readUInt16BE(0)).toBe(0xffe3);
  return new Blob([Buffer.alloc(frames * frameBytes, frame)]);
}

test.each([
  ["0.45 s", () => wavOf(0.45), 1],
  ["2.4 s", () => wavOf(2.4), 3],
  ["29.016 s of MP3, which an encoder makes of 29 s", () => mp3Of(403), 29],
])("%s is reported and charged as the same number of seconds", async (_, make, seconds) => {
  const { json, headers } = await send({}, await make());
  expect([json.audioDuration, headers.get("x-charge-vnd")]).toEqual([seconds, String(seconds * 20)]);
});

test("30 minutes are accepted with the padding of an encoder, and not much more", { tags: "deep" }, async () => {
  const accepted = await send({}, mp3Of(25_000 + 1));
  expect([accepted.status, accepted.json.audioDuration, accepted.headers.get("x-charge-vnd")]).toEqual([
    200,
    1800,
    "36000",
  ]);
  const rejected = await send({}, mp3Of(25_000 + 4));
  expect([rejected.status, rejected.json.code]).toEqual([413, "AUDIO_TOO_LONG"]);
});

test("more than half an hour is rejected by its length", async () => {
  const eightBit = Buffer.alloc(44 + 1801 * 8000);
  eightBit.write("RIFF", 0, "latin1");
  eightBit.write("WAVEfmt ", 8, "latin1");
  eightBit.writeUInt32LE(16, 16);
  eightBit.writeUInt16LE(1, 20);
  eightBit.writeUInt16LE(1, 22);
  eightBit.writeUInt32LE(8000, 24);
  eightBit.writeUInt16LE(8, 34);
  eightBit.write("data", 36, "latin1");
  eightBit.writeUInt32LE(1801 * 8000, 40);
  const long = await send({}, new Blob([new Uint8Array(eightBit)]));
  expect([long.status, long.json.code]).toEqual([413, "AUDIO_TOO_LONG"]);
});

test.each([
  [{ modelId: "nobody" }, "MODEL_UNKNOWN", "modelId"],
  [{ modelId: "vang-espeak" }, "MODEL_UNKNOWN", "modelId"],
  [{ responseFormat: "xml" }, "INVALID_REQUEST", "responseFormat"],
  [{ config: "{" }, "INVALID_REQUEST", "config"],
  [{ config: "[1]" }, "INVALID_REQUEST", "config"],
  [{ languageCode: "\0" }, "INVALID_REQUEST", "languageCode"],
])("%j is rejected with the invalid field", async (fields, code, param) => {
  const { status, json } = await send(fields as Record<string, string>);
  expect([status, json.code, json.param]).toEqual([400, code, param]);
});

test("an empty list as config counts as an empty object, which is how PHP writes one", async () => {
  const { status, json } = await send({ config: " [ ] " });
  expect([status, json.transcript]).toEqual([200, "Xin chào Việt Nam."]);
  await found(`/stt/jobs?id=${json.trackingId}`);
});

test("an engine that fails costs nothing, is distinguished from a client's error, and is recorded", async () => {
  const before = await charges();
  engine.behave((_, response) => sendJson(response, 400, { error: { message: "temperature must be from 0 to 1" } }));
  const rejected = await send({ config: '{"temperature":9}' });
  expect([rejected.status, rejected.json.code]).toEqual([400, "PROVIDER_REJECTED"]);
  expect(rejected.json.message).toContain("temperature must be from 0 to 1");

  engine.behave((_, response) => void response.writeHead(500).end("<html>stack trace</html>"));
  const broken = await send();
  expect([broken.status, broken.json.code]).toEqual([502, "PROVIDER_FAILED"]);
  expect(String(broken.bytes)).not.toContain("stack trace");

  await expect
    .poll(() => db.job.findMany({ where: { businessId, status: "failed" }, select: { resultCode: true } }))
    .toEqual(expect.arrayContaining([{ resultCode: "PROVIDER_REJECTED" }, { resultCode: "PROVIDER_FAILED" }]));
  expect(await charges()).toBe(before);
  expect(await audit()).toEqual([]);
});

test("the same file under one Idempotency-Key is transcribed once and gets the same response, byte for byte", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "call-7" }];
  const recognizedBefore = engine.seen.length;
  const first = await send({}, file, headers);
  const second = await send({}, file, headers);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect([first, second].map((answer: Answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(engine.seen.length).toBe(recognizedBefore + 1);
  const other = await send({}, await wavOf(2), headers);
  expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect((await send({}, file, { "idempotency-key": "x".repeat(256) })).json.code).toBe("IDEMPOTENCY_KEY_INVALID");
});

test("a key without the scope is rejected before the file is read", async () => {
  const speakOnly = await makeKey(await makeMember(), ["tts:execute"]);
  const body = new FormData();
  body.append("file", await wavOf(1), "a.wav");
  const answer = await api.call("POST", "/stt", { key: speakOnly, body });
  expect([answer.status, answer.json.code]).toEqual([403, "SCOPE_MISSING"]);
});

/** An engine that says when it has a request, and responds once `release` is called. */
function holdEngine() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const received = new Promise<void>((resolve) =>
    engine.behave(async (request, response) => {
      resolve();
      await released;
      await well(request, response);
    }),
  );
  return { received, release };
}

/** Sends a file and disconnects as soon as the engine works on it. */
async function sendAndDisconnect(received: Promise<void>, file: Blob, headers: HeadersInit) {
  const client = new AbortController();
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", file, "a.wav");
  const sent = api.call("POST", "/stt", { key, body, headers, signal: client.signal });
  await received;
  client.abort();
  await expect(sent).rejects.toThrow("aborted");
}

test("with an Idempotency-Key a job continues when its client disconnects: a retry waits, then gets its result", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "long-call" }];
  const requests = engine.seen.length;
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, file, headers);

  const early = await send({}, file, headers);
  expect([early.status, early.json.code, early.headers.get("retry-after")]).toEqual([409, "IDEMPOTENCY_RUNNING", "1"]);
  clock.advance(seconds(40));
  expect((await send({}, file, headers)).headers.get("retry-after")).toBe("15");
  clock.reset();
  expect(engine.inFlight).toBe(1);
  release();

  await expect.poll(async () => (await send({}, file, headers)).status, { timeout: 10_000 }).toBe(200);
  const result = await send({}, file, headers);
  expect([result.json.transcript, result.headers.get("idempotent-replayed")]).toEqual(["Xin chào Việt Nam.", "true"]);
  await found(`/stt/jobs?id=${result.json.trackingId}`);
  const where = { kind: "charge", trackingId: String(result.json.trackingId) } as const;
  expect([await db.transfer.count({ where }), engine.seen.length]).toEqual([1, requests + 1]);
});

test("without an Idempotency-Key a job ends with its client's connection, and costs nothing", async () => {
  const before = await charges();
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, await wavOf(1), {});
  await expect.poll(() => engine.inFlight).toBe(0);
  release();
  await expect.poll(() => db.hold.count({ where: { businessId, status: "open" } })).toBe(0);
  expect(await charges()).toBe(before);
});

test("a retry gets its first response although no decoder is free", async () => {
  const path = join(env.VANG_DATA, "tone.flac");
  expect(spawnSync("ffmpeg", ["-y", "-f", "lavfi", "-i", "sine=d=1", path]).status).toBe(0);
  const [file, headers] = [new Blob([readFileSync(path)]), { "idempotency-key": "packed" }];
  expect((await send({}, file, headers)).status).toBe(200);

  const others = new AbortController();
  setMaxListeners(100, others.signal);
  const wait = () => new Promise<void>((done) => others.signal.addEventListener("abort", () => done()));
  const take = (count: number) =>
    Array.from({ length: count }, (_, each) =>
      withDecodeSlot({ owner: `business ${each}`, signal: others.signal }, wait),
    );
  const running = take(availableParallelism());
  // A decoder is taken in a later tick.
  await new Promise(setImmediate);
  const ended = Promise.allSettled([...running, ...take(32)]);
  const [fresh, replayed] = [await send({}, file), await send({}, file, headers)];
  others.abort();
  await ended;
  expect([fresh.json.code, replayed.status]).toEqual(["OVERLOADED", 200]);
});

test("a job that the end of its process cancels is refunded, and its key runs it again", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "cancelled" }];
  const { received, release } = holdEngine();
  await sendAndDisconnect(received, file, headers);
  await cancelJobs();
  const [cancelled] = await db.hold.findMany({ where: { businessId }, orderBy: { createdAt: "desc" }, take: 1 });
  expect(cancelled?.status).toBe("released");
  const where = { trackingId: cancelled?.trackingId };
  await expect
    .poll(() => db.job.findFirst({ where, select: { resultCode: true } }))
    .toEqual({ resultCode: "OVERLOADED" });
  release();
  engine.behave(well);
  const again = await send({}, file, headers);
  expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, null]);
});

test("no upload stays on disk once its request has ended", () => {
  expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);
});
