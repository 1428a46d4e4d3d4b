// @module-tag slow
import type OpenAI from "openai";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { encodeWav } from "@/lib/engines/audio/wav";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { makeOpenaiPartner } from "@/testing/harness/openai";

type Types = {
  json: OpenAI.Audio.Transcriptions.Transcription;
  verbose_json: OpenAI.Audio.Transcriptions.TranscriptionVerbose;
  diarized_json: OpenAI.Audio.Transcriptions.TranscriptionDiarized;
  segment: OpenAI.Audio.Transcriptions.TranscriptionTextSegmentEvent;
  delta: OpenAI.Audio.Transcriptions.TranscriptionTextDeltaEvent;
  done: OpenAI.Audio.Transcriptions.TranscriptionTextDoneEvent;
  model: OpenAI.Models.Model;
  error: OpenAI.ErrorObject;
};

const logprobs = z.array(
  z.strictObject({
    token: z.string().optional(),
    bytes: z.array(z.number()).optional(),
    logprob: z.number().optional(),
  }),
);

const tokens = z.strictObject({
  type: z.literal("tokens"),
  input_tokens: z.number(),
  output_tokens: z.number(),
  total_tokens: z.number(),
  input_token_details: z
    .strictObject({ audio_tokens: z.number().optional(), text_tokens: z.number().optional() })
    .optional(),
});

const duration = z.strictObject({ type: z.literal("duration"), seconds: z.number() });

const segment = z.strictObject({
  id: z.number(),
  seek: z.number(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  tokens: z.array(z.number()),
  temperature: z.number(),
  avg_logprob: z.number(),
  compression_ratio: z.number(),
  no_speech_prob: z.number(),
});

const verboseShape = {
  text: z.string(),
  language: z.string(),
  duration: z.number(),
  segments: z.array(segment).optional(),
  words: z.array(z.strictObject({ word: z.string(), start: z.number(), end: z.number() })).optional(),
  usage: duration.optional(),
};

const diarizedSegment = z.strictObject({
  type: z.literal("transcript.text.segment"),
  id: z.string(),
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string(),
});

/** OpenAI's own types; the compiler checks below that they are the same. */
const schemas = {
  json: z.strictObject({
    text: z.string(),
    logprobs: logprobs.optional(),
    usage: z.union([tokens, duration]).optional(),
  }),
  verbose_json: z.strictObject(verboseShape),
  diarized_json: z.strictObject({
    task: z.literal("transcribe"),
    duration: z.number(),
    text: z.string(),
    segments: z.array(diarizedSegment),
    usage: z.union([tokens, duration]).optional(),
  }),
  segment: diarizedSegment,
  delta: z.strictObject({
    type: z.literal("transcript.text.delta"),
    delta: z.string(),
    logprobs: logprobs.optional(),
    segment_id: z.string().optional(),
  }),
  done: z.strictObject({
    type: z.literal("transcript.text.done"),
    text: z.string(),
    logprobs: logprobs.optional(),
    usage: tokens.optional(),
  }),
  model: z.strictObject({ id: z.string(), created: z.number(), object: z.literal("model"), owned_by: z.string() }),
  error: z.strictObject({
    code: z.string().nullable(),
    message: z.string(),
    param: z.string().nullable(),
    type: z.string(),
  }),
};

/** OpenAI's API returns it as well, though its types leave it out. */
const verboseAsSent = z.strictObject({ ...verboseShape, task: z.literal("transcribe") });

/** OpenAI's library has no types for the events of speech; its reference has these. */
const speechEvent = z.union([
  z.strictObject({ type: z.literal("speech.audio.delta"), audio: z.base64() }),
  z.strictObject({
    type: z.literal("speech.audio.done"),
    usage: tokens.omit({ type: true, input_token_details: true }),
  }),
]);

test("the schemas of this test are OpenAI's types", () => {
  type Of<Name extends keyof Types> = z.infer<(typeof schemas)[Name]>;
  expectTypeOf<Of<"json">>().branded.toEqualTypeOf<Types["json"]>();
  expectTypeOf<Of<"verbose_json">>().branded.toEqualTypeOf<Types["verbose_json"]>();
  expectTypeOf<Of<"diarized_json">>().branded.toEqualTypeOf<Types["diarized_json"]>();
  expectTypeOf<Of<"segment">>().branded.toEqualTypeOf<Types["segment"]>();
  expectTypeOf<Of<"delta">>().branded.toEqualTypeOf<Types["delta"]>();
  expectTypeOf<Of<"done">>().branded.toEqualTypeOf<Types["done"]>();
  expectTypeOf<Of<"model">>().branded.toEqualTypeOf<Types["model"]>();
  expectTypeOf<Of<"error">>().branded.toEqualTypeOf<Types["error"]>();
});

let api: Awaited<ReturnType<typeof startApi>>;
let partner: Awaited<ReturnType<typeof makeOpenaiPartner>>;
const sounds: Record<string, Uint8Array<ArrayBuffer>> = {};
beforeAll(async () => {
  api = await startApi();
  partner = await makeOpenaiPartner(api.url);
  sounds.speech = await speak("Xin chào Việt Nam. ".repeat(3));
  sounds.silence = await encodeWav({ samples: new Float32Array(32_000), sampleRate: 16_000 });
});
afterAll(() => api.close());

const request = { model: "tts-1", voice: "alloy", response_format: "wav" };

async function speak(input: string) {
  const { bytes } = await api.post("/v1/audio/speech", partner.key, { ...request, input });
  return new Uint8Array(bytes);
}

function send(fields: Record<string, string>, sound = sounds.speech) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  if (sound) body.append("file", new Blob([sound]), "hello.wav");
  return api.call("POST", "/v1/audio/transcriptions", { key: partner.key, body });
}

const eventsOf = (bytes: Buffer) =>
  String(bytes)
    .trim()
    .split("\n\n")
    .map((event) => JSON.parse(event.replace(/^data: /, "")));

test.each([
  ["speech", "json", {}],
  ["silence", "json", {}],
  ["speech", "verbose_json", {}],
  ["silence", "verbose_json", {}],
  ["speech", "verbose_json", { "timestamp_granularities[]": "word" }],
  ["speech", "verbose_json", { timestamp_granularities: "segment", language: "vi", model: "gpt-4o-transcribe" }],
])("a transcript of %s in %s with %j has OpenAI's type", async (sound, response_format, fields) => {
  const { json } = await send({ response_format, ...fields }, sounds[sound]);
  const schema = response_format === "json" ? schemas.json : verboseAsSent;
  expect(schema.parse(json)).toEqual(json);
  if (sound === "speech") expect(json.text).toContain("xin chào");
});

test.each(["speech", "silence"])(
  "a transcript of %s in diarized_json has OpenAI's type, also streamed",
  async (sound) => {
    const { json } = await send({ response_format: "diarized_json", chunking_strategy: "auto" }, sounds[sound]);
    expect(schemas.diarized_json.parse(json)).toEqual(json);
    const events = eventsOf((await send({ response_format: "diarized_json", stream: "true" }, sounds[sound])).bytes);
    for (const event of events) {
      expect(z.union([schemas.delta, schemas.segment, schemas.done]).parse(event)).toEqual(event);
    }
    expect(events.filter(({ type }) => type === "transcript.text.segment")).toEqual(json.segments);
  },
);

test("what is not known of a segment has neutral values, and the rest is true", async () => {
  const { json } = await send({ response_format: "verbose_json" });
  const { segments } = verboseAsSent.parse(json);
  for (const { id, text, start, end, compression_ratio, ...unknown } of segments ?? []) {
    expect(unknown).toEqual({ seek: 0, tokens: [], temperature: 0, avg_logprob: 0, no_speech_prob: 0 });
    expect([id, text, end > start]).toEqual([segments?.findIndex((one) => one.id === id), expect.any(String), true]);
    expect(compression_ratio).toBeGreaterThan(0.3);
  }
  const repeated = await send({ response_format: "verbose_json" }, await speak("Xin chào Việt Nam ".repeat(12)));
  const [longest] = (verboseAsSent.parse(repeated.json).segments ?? []).sort((a, b) => b.text.length - a.text.length);
  expect(longest?.compression_ratio).toBeGreaterThan(segments?.[0]?.compression_ratio ?? 0);
});

test.each(["speech", "silence"])("each event of a streamed transcript of %s has OpenAI's type", async (sound) => {
  const events = eventsOf((await send({ stream: "true" }, sounds[sound])).bytes);
  for (const event of events) expect(z.union([schemas.delta, schemas.done]).parse(event)).toEqual(event);
  expect(events.at(-1).type).toBe("transcript.text.done");
  const deltas = events.slice(0, -1).map(({ delta }) => delta);
  expect(deltas.join("")).toBe(events.at(-1).text);
});

test.each(["text", "srt", "vtt"])("a transcript as %s is text, also of silence", async (response_format) => {
  for (const sound of ["speech", "silence"]) {
    const { status, headers } = await send({ response_format }, sounds[sound]);
    expect([status, headers.get("content-type")]).toEqual([200, expect.stringMatching(/charset=utf-8$/)]);
  }
});

test("each event of streamed speech has the type of OpenAI's reference", async () => {
  const body = { ...request, input: "Xin chào Việt Nam", stream_format: "sse" };
  const events = eventsOf((await api.post("/v1/audio/speech", partner.key, body)).bytes);
  for (const event of events) expect(speechEvent.parse(event)).toEqual(event);
});

test("models have OpenAI's type, in the list and alone", async () => {
  const { json } = await api.get("/v1/models", partner.key);
  const list = z.strictObject({ object: z.literal("list"), data: z.array(schemas.model).min(2) });
  expect(list.parse(json)).toEqual(json);
  const alone = (await api.get("/v1/models/vang-espeak", partner.key)).json;
  expect(schemas.model.parse(alone)).toEqual(alone);
});

test("every error has OpenAI's error object, and its names of fields in the message", async () => {
  const poor = await makeOpenaiPartner(api.url, { creditMilli: 0n });
  const deaf = await makeOpenaiPartner(api.url, { scopes: ["stt:execute"] });
  const suspended = await makeOpenaiPartner(api.url);
  await db.business.update({ where: { id: suspended.businessId }, data: { suspendedAt: clock.now() } });
  const { key } = partner;
  const hello = { ...request, input: "Xin chào" };
  const { voice: _, ...voiceless } = hello;
  const say = (change: object, as = key) => api.post("/v1/audio/speech", as, { ...hello, ...change });
  const errors: [Promise<{ status: number; json: Record<string, unknown> }>, number, string, string | null, RegExp][] =
    [
      [
        api.post("/v1/audio/speech", key, voiceless),
        400,
        "INVALID_REQUEST",
        "voice",
        /^Missing required field: voice\./,
      ],
      [say({ voice: null }), 400, "INVALID_REQUEST", "voice", /^voice must be the ID/],
      [say({ voice: {} }), 400, "INVALID_REQUEST", "voice.id", /Missing required field/],
      [say({ voice: "nobody" }), 400, "VOICE_UNKNOWN", "voice", /^Unknown voice: nobody\. .*\/v1\/audio\/voices/],
      [say({ voice: "No Body" }), 400, "VOICE_UNKNOWN", "voice", /^Unknown voice\. .*\/v1\/audio\/voices/],
      [say({ model: "tts-9" }), 400, "MODEL_UNKNOWN", "model", /^Unknown model.* tts-9\. .*\/v1\/models/],
      [say({ model: "TTS 9" }), 400, "MODEL_UNKNOWN", "model", /^Unknown model.*\/v1\/models/],
      [say({ speed: 5 }), 400, "INVALID_REQUEST", "speed", /^speed must be a number from 0\.25 to 4\./],
      [say({ speed: 0 }), 400, "INVALID_REQUEST", "speed", /^speed must be a number from 0\.25 to 4\./],
      [say({ speed: 3.5 }), 400, "PROVIDER_REJECTED", "speed", /^speed must be a number from 0\.5 to 2\./],
      [say({ speed: "fast" }), 400, "INVALID_REQUEST", "speed", /^speed must be a number\./],
      [
        say({ response_format: "exe" }),
        400,
        "INVALID_REQUEST",
        "response_format",
        /^response_format must be one of: mp3/,
      ],
      [say({ stream_format: 1 }), 400, "INVALID_REQUEST", "stream_format", /^stream_format must be one of: audio, sse/],
      [say({ input: "" }), 400, "TEXT_EMPTY", "input", /./],
      [say({ input: 7 }), 400, "INVALID_REQUEST", "input", /^input must be a string/],
      [say({ input: "a".repeat(5001) }), 400, "TEXT_TOO_LONG", "input", /5,001/],
      [say({}, poor.key), 402, "INSUFFICIENT_CREDIT", null, /./],
      [say({}, deaf.key), 403, "SCOPE_MISSING", null, /./],
      [say({}, suspended.key), 403, "BUSINESS_SUSPENDED", null, /./],
      [say({}, "vang_live_x"), 401, "KEY_INVALID", null, /./],
      [api.get("/v1/models"), 401, "KEY_MISSING", null, /Authorization: Bearer/],
      [api.get("/v1/models/tts-9", key), 404, "NOT_FOUND", "model", /./],
      [api.get("/v1/chat/completions", key), 404, "NOT_FOUND", null, /./],
      [api.get("/v1/audio/speech", key), 405, "METHOD_NOT_ALLOWED", null, /./],
      [
        send({ response_format: "docx" }),
        400,
        "INVALID_REQUEST",
        "response_format",
        /^response_format must be one of: json/,
      ],
      [send({ model: "whisper-9" }), 400, "MODEL_UNKNOWN", "model", /^Unknown model/],
      [send({ language: "tiếng Việt" }), 400, "INVALID_REQUEST", "language", /^language must be a language code/],
      [send({}, new Uint8Array(0)), 422, "AUDIO_EMPTY", "file", /./],
      [send({}, new Uint8Array(1000).fill(7)), 415, "AUDIO_UNSUPPORTED", "file", /./],
      [api.post("/v1/audio/transcriptions", key, {}), 415, "CONTENT_TYPE_UNSUPPORTED", null, /multipart/],
    ];
  for (const [answered, status, code, param, words] of errors) {
    const { status: found, json } = await answered;
    expect(schemas.error.parse(json.error)).toMatchObject({ code, param, message: expect.stringMatching(words) });
    expect([found, json.param, json.code]).toEqual([status, param, code]);
    expect(JSON.stringify([json.message, json.messageVi])).not.toMatch(
      /voiceId|modelId|audioFormat|GET \/tts|config\./,
    );
  }
});
