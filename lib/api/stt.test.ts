import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/audio/wav";
import { clock, minutes } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { type Answer, startApi } from "@/lib/testing/api";
import { makeTone } from "@/lib/testing/sound";
import { type SpeechServer, sendJson, startSpeechServer, well } from "@/lib/testing/speech-server";
import { audit } from "@/lib/wallet/audit";
import { makeKey, makeMember } from "@/prisma/factories";

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
  const member = await makeMember({ creditMilli: 10_000_000n });
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

test("a file is written down, priced by the started second, and found again under both families", async () => {
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
    audioDuration: 2,
    inputAudioFileName: "Cuộc gọi số 1.wav",
  });
  expect(headers.get("x-charge-vnd")).toBe("60");
  expect(headers.get("x-tracking-id")).toBe(json.trackingId);

  await found(`/stt/jobs?id=${json.trackingId}`);
  expect((await api.get(`/stt/jobs?id=${json.trackingId}`, key)).json).toEqual(json);
  expect((await api.get(`/ai/stt/${json.trackingId}`, key)).json).toEqual(json);
  expect((await api.get(`/tts/jobs?id=${json.trackingId}`, key)).json.code).toBe("RESULT_NOT_FOUND");
});

test("a stranger's key finds nothing of it", async () => {
  const { json } = await send({}, undefined, {}, "/ai/stt");
  await found(`/stt/jobs?id=${json.trackingId}`);
  const stranger = await makeKey(await makeMember());
  const [theirs, nobodys] = [
    await api.get(`/stt/jobs?id=${json.trackingId}`, stranger),
    await api.get("/stt/jobs?id=stt_00000000000000000000000000", stranger),
  ];
  expect([theirs.status, theirs.json.code]).toEqual([404, "RESULT_NOT_FOUND"]);
  expect({ ...theirs.json, requestId: "", instance: "" }).toEqual({ ...nobodys.json, requestId: "", instance: "" });
});

test("the input can be heard again for a quarter of an hour, in ranges, and then by nobody", async () => {
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
])("as %s it is the same words in another form, at once and at any lookup", async (responseFormat, type, words) => {
  const answer = await send({ responseFormat });
  const trackingId = answer.headers.get("x-tracking-id");
  await found(`/stt/jobs?id=${trackingId}&responseFormat=${responseFormat}`);
  const later = await api.get(`/ai/stt/${trackingId}?responseFormat=${responseFormat}`, key);
  for (const { status, headers, bytes } of [answer, later]) {
    expect([status, headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
    expect(String(bytes)).toMatch(words);
  }
});

test.each([
  ["srt", "1\n00:00:00,000 --> 00:00:02,400\nXin chào\n"],
  ["vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:02.400\nXin chào\n"],
])("as %s, words from an engine that knows no times last as long as the audio", async (responseFormat, words) => {
  engine.behave((_, response) => sendJson(response, 200, { text: "Xin chào" }));
  const answer = await send({ responseFormat });
  expect(String(answer.bytes)).toBe(words);
  await found(`/stt/jobs?id=${answer.headers.get("x-tracking-id")}`);
});

test("when nobody speaks the transcript is empty, the code says so and nothing is charged", async () => {
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

test("the words recognisers make up in silence are no transcript", async () => {
  const ghost = "Hãy subscribe cho kênh Ghiền Mì Gõ Để không bỏ lỡ những video hấp dẫn";
  const segments = [{ id: 0, start: 0, end: 2, text: ghost, no_speech_prob: 0.93 }];
  engine.behave((_, response) => sendJson(response, 200, { text: ghost, segments }));
  const { json, headers } = await send();
  expect([json.transcript, headers.get("x-result-code")]).toEqual(["", "NO_SPEECH_FOUND"]);
});

test.each([
  ["a text named .wav", new Blob(["#EXTM3U\nfile:///etc/passwd\n"]), 415, "AUDIO_UNSUPPORTED"],
  ["nothing", new Blob([]), 415, "AUDIO_UNSUPPORTED"],
  ["a header without a sound", new Blob(["RIFF\x24\0\0\0WAVEfmt "]), 422, "AUDIO_INVALID"],
])("%s is refused before it costs anything", async (_, file, status, code) => {
  const before = await db.hold.count();
  const answer = await send({}, file);
  expect([answer.status, answer.json.code, answer.json.param]).toEqual([status, code, "file"]);
  expect(await db.hold.count()).toBe(before);
});

test("more than half an hour is refused by its length", async () => {
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
  [{ config: "[]" }, "INVALID_REQUEST", "config"],
  [{ languageCode: "\0" }, "INVALID_REQUEST", "languageCode"],
])("%j is refused with the field that is wrong", async (fields, code, param) => {
  const { status, json } = await send(fields as Record<string, string>);
  expect([status, json.code, json.param]).toEqual([400, code, param]);
});

test("an engine that breaks costs nothing, is told apart from a refusal of the caller's, and is on record", async () => {
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

test("the same file under one Idempotency-Key is heard once and answered alike, byte for byte", async () => {
  const [file, headers] = [await wavOf(1), { "idempotency-key": "call-7" }];
  const heardBefore = engine.seen.length;
  const first = await send({}, file, headers);
  const second = await send({}, file, headers);
  expect(second.bytes.equals(first.bytes)).toBe(true);
  expect([first, second].map((answer: Answer) => answer.headers.get("idempotent-replayed"))).toEqual([null, "true"]);
  expect(engine.seen.length).toBe(heardBefore + 1);
  const other = await send({}, await wavOf(2), headers);
  expect([other.status, other.json.code]).toEqual([422, "IDEMPOTENCY_MISMATCH"]);
  expect((await send({}, file, { "idempotency-key": "x".repeat(256) })).json.code).toBe("IDEMPOTENCY_KEY_INVALID");
});

test("a key without the scope is refused before the file is read", async () => {
  const speakOnly = await makeKey(await makeMember(), ["tts:execute"]);
  const body = new FormData();
  body.append("file", await wavOf(1), "a.wav");
  const answer = await api.call("POST", "/stt", { key: speakOnly, body });
  expect([answer.status, answer.json.code]).toEqual([403, "SCOPE_MISSING"]);
});

test("no upload stays on disk once its call has ended", () => {
  expect(readdirSync(join(env.VANG_DATA, "uploads"))).toEqual([]);
});
