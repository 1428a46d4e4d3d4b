// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { startApi } from "@/testing/harness/api";
import { balanceOf, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

const hello = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
const v1Hello = { input: "Xin chào", model: "tts-1", voice: "alloy", response_format: "wav" };

let api: Awaited<ReturnType<typeof startApi>>;
let partner: Awaited<ReturnType<typeof makePartner>>;
let sound: Blob;
beforeAll(async () => {
  api = await startApi();
  partner = await makePartner();
  const { json } = await api.post("/tts", partner.key, hello);
  const { pathname, search } = new URL(String(json.audioUrl));
  sound = new Blob([new Uint8Array((await api.get(pathname + search)).bytes)]);
});
afterAll(() => api.close());

const speechPaths = ["/tts", "/ai/tts", "/tts/stream", "/v1/audio/speech"];
const uploadPaths = ["/stt", "/ai/stt", "/v1/audio/transcriptions"];

type Fields = Record<string, unknown>;

function send(path: string, more: Fields, headers: HeadersInit = {}) {
  if (!uploadPaths.includes(path)) {
    const { audioFormat: _, ...previewed } = hello;
    const known = path.startsWith("/v1") ? v1Hello : path === "/tts/preview" ? previewed : hello;
    return api.call("POST", path, { key: partner.key, json: { ...known, ...more }, headers });
  }
  const body = new FormData();
  for (const [name, value] of Object.entries(more)) body.append(name, String(value));
  body.append("file", sound, "hello.wav");
  return api.call("POST", path, { key: partner.key, body, headers });
}

async function countJobs() {
  await settleCalls();
  return db.job.count({ where: { businessId: partner.businessId } });
}

test.each([
  ...speechPaths.slice(0, 3).flatMap((path) => [
    [path, "audioFomat", "audioFormat"],
    [path, "audio_format", "audioFormat"],
    [path, "Config", "config"],
    [path, "meta_data", "metadata"],
  ]),
  ["/tts/preview", "voice_id", "voiceId"],
  ["/v1/audio/speech", "responseFormat", "response_format"],
  ["/v1/audio/speech", "inputs", "input"],
  ["/stt", "response_format", "responseFormat"],
  ["/stt", "responseFromat", "responseFormat"],
  ["/ai/stt", "Channels", "channels"],
  ["/stt", "metdata", "metadata"],
  ["/v1/audio/transcriptions", "responseFormat", "response_format"],
  ["/v1/audio/transcriptions", "timestamp_granularitie[]", "timestamp_granularities[]"],
])(
  "POST %s with the misspelt field %s is rejected before it costs, and the right name is said",
  async (path, name, meant) => {
    const before = [await countJobs(), await balanceOf(partner.businessId)];
    const { status, json } = await send(path, { [name]: "srt" });
    expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", name]);
    expect(json.message).toContain(`Did you mean ${meant}?`);
    expect(json.messageVi).toContain(`muốn gửi ${meant}?`);
    expect([await countJobs(), await balanceOf(partner.businessId)]).toEqual(before);
  },
);

test("a required field that is misspelt is not called missing", async () => {
  const { voiceId, ...without } = hello;
  const { json } = await api.post("/tts", partner.key, { ...without, voice_id: voiceId });
  expect(json.message).toContain("Did you mean voiceId?");
});

test.each([...speechPaths, "/tts/preview", ...uploadPaths])(
  "POST %s ignores other unknown fields and names them in X-Ignored",
  async (path) => {
    const { status, headers } = await send(path, { emotion: "vui", "ngôn ngữ": "vi", "x\r\ny: z": "1" });
    expect(status).toBe(200);
    const named = headers.get("x-ignored")?.split(", ") ?? [];
    expect(named).toEqual(expect.arrayContaining(["emotion", "ng%C3%B4n%20ng%E1%BB%AF"]));
    expect(named).toHaveLength(3);
    expect((await send(path, {})).headers.get("x-ignored")).toBeNull();
  },
);

test.each(speechPaths)("POST %s takes a thousand unknown fields, and its header stays short", async (path) => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`extra${index}`, index]));
  const json = `{"__proto__":{"audioFormat":"exe"},${JSON.stringify({ ...hello, ...v1Hello, ...many }).slice(1)}`;
  const init = { key: partner.key, body: json, headers: { "content-type": "application/json" } };
  const { status, headers } = await api.call("POST", path, init);
  expect(status).toBe(200);
  expect(headers.get("x-ignored")).toMatch(/^__proto__, .*, \+\d{3}$/);
  expect(headers.get("x-ignored")?.length).toBeLessThan(1400);
});

test.each(uploadPaths)("POST %s rejects a form of a thousand fields before it costs", async (path) => {
  const before = await countJobs();
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`extra${index}`, index]));
  expect((await send(path, many)).json).toMatchObject({ code: "INVALID_REQUEST" });
  expect(await countJobs()).toBe(before);
});

test("the fields of config go to the engine untouched: it rejects an unknown one itself", async () => {
  const { json } = await api.post("/tts", partner.key, { ...hello, config: { sped: 1.2 } });
  expect(json).toMatchObject({ code: "PROVIDER_REJECTED", param: "config" });
  expect((await send("/tts", { config: { speed: 1.2 } })).headers.get("x-ignored")).toBeNull();
});

test.each(["/tts", "/tts/stream", "/v1/audio/speech", "/stt", "/v1/audio/transcriptions"])(
  "metadata in the body of POST %s is kept like that of X-Metadata, and both at once are rejected",
  async (path) => {
    const metadata = { đơn: `Số ${path}` };
    const isForm = uploadPaths.includes(path);
    const field = { metadata: isForm ? JSON.stringify(metadata) : metadata };
    const { status, headers } = await send(path, field);
    expect([status, headers.get("x-ignored")]).toEqual([200, null]);
    const trackingId = headers.get("x-tracking-id") ?? "";
    await settleCalls();
    expect(await db.job.findUnique({ where: { trackingId } })).toMatchObject({ metadata });

    const both = await send(path, field, { "x-metadata": '{"a":"b"}' });
    expect(both.json).toMatchObject({ code: "INVALID_REQUEST", param: "metadata" });
    const wrong = await send(path, { metadata: isForm ? "[1]" : [1] });
    expect(wrong.json).toMatchObject({ code: "INVALID_REQUEST", param: "metadata" });
    expect(wrong.json.message).toMatch(/^metadata must be a JSON object/);
  },
);

test("null counts as not sent in optional fields of a text, and an empty field in a form", async () => {
  const nulls = { languageCode: null, config: null, audioFormat: null, sampleRate: null, container: null };
  expect((await send("/tts", { ...nulls, reading: null, metadata: null })).status).toBe(200);
  const none = { response_format: null, speed: null, instructions: null, stream_format: null, metadata: null };
  const speech = await send("/v1/audio/speech", none);
  expect([speech.status, speech.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);

  const empty = { modelId: "", languageCode: "", config: "", channels: "", responseFormat: "", metadata: "" };
  expect((await send("/stt", empty)).json.transcript).toBe("xin chào việt nam");
  const unset = {
    model: "",
    language: "",
    response_format: "",
    "timestamp_granularities[]": "",
    stream: "",
    prompt: "",
  };
  const transcript = await send("/v1/audio/transcriptions", unset);
  expect(transcript.json.text).toBe("xin chào việt nam");
  expect(transcript.headers.get("x-ignored")).toBeNull();
});

test.each([
  [{ timestamp_granularities: "word" }],
  [{ "timestamp_granularities[]": "word" }],
  [{ "timestamp_granularities[0]": "word", "timestamp_granularities[1]": "segment" }],
  [{ timestamp_granularities: "word,segment" }],
  [{ timestamp_granularities: '["word", "segment"]' }],
])("words are returned for %j", async (fields) => {
  const { json } = await send("/v1/audio/transcriptions", { response_format: "verbose_json", ...fields });
  expect(json.words).toHaveLength(4);
});

test.each([
  ["timestamp_granularities", "wrod"],
  ["timestamp_granularities[]", "letter"],
])("an invalid value of %s is rejected under the name that was sent", async (name, value) => {
  const { json } = await send("/v1/audio/transcriptions", { response_format: "verbose_json", [name]: value });
  expect(json).toMatchObject({ param: name, message: `${name} must be one of: segment, word.` });
});

test.each([
  ["vietnamese", "vietnamese"],
  ["Vietnamese", "vietnamese"],
  ["vi-VN", "vietnamese"],
  // The model has Vietnamese only, whatever the hint says.
  ["english", "vietnamese"],
])("the language %s is taken, and the transcript's is named as by OpenAI", async (language, named) => {
  const { json } = await send("/v1/audio/transcriptions", { response_format: "verbose_json", language });
  expect(json.language).toBe(named);
});
