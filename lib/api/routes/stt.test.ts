// @module-tag promise
import { afterAll, afterEach, expect, test } from "vitest";
import { clock, minutes } from "@/lib/platform/clock";
import { makeKey, makeMember } from "@/prisma/factories";
import { expectedTranscript, sendJson, well } from "@/testing/fakes/speech-server";
import { startSttApi } from "@/testing/harness/stt-api";

const { engine, api, key, send, found, charges, close } = await startSttApi();
afterEach(() => {
  engine.behave(well);
  clock.reset();
});
afterAll(close);

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

test("hallucinations of recognizers in silence are not in the transcript", async () => {
  const hallucination = "Hãy subscribe cho kênh Ghiền Mì Gõ Để không bỏ lỡ những video hấp dẫn";
  const segments = [{ id: 0, start: 0, end: 2, text: hallucination, no_speech_prob: 0.93 }];
  engine.behave((_, response) => sendJson(response, 200, { text: hallucination, segments }));
  const { json, headers } = await send();
  expect([json.transcript, headers.get("x-result-code")]).toEqual(["", "NO_SPEECH_FOUND"]);
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

test("a config nested too deep to be written is rejected as the client's", async () => {
  const { status, json } = await send({ config: `{"a":${"[".repeat(9000)}${"]".repeat(9000)}}` });
  expect([status, json.code, json.param]).toEqual([400, "PROVIDER_REJECTED", "config"]);
});

test("an empty list as config counts as an empty object, which is how PHP writes one", async () => {
  const { status, json } = await send({ config: " [ ] " });
  expect([status, json.transcript]).toEqual([200, "Xin chào Việt Nam."]);
  await found(`/stt/jobs?id=${json.trackingId}`);
});
