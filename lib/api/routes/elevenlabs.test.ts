import { afterAll, beforeAll, expect, test } from "vitest";
import { readWav } from "@/lib/engines/audio/decoding/wav";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { matchingRejections } from "@/lib/speech/history/filter";
import { startApi } from "@/testing/harness/api";
import { balanceOf, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const text = "Chuyển 1.250.000đ nhé.";

/** As ElevenLabs' clients ask for speech. */
const speak = (key: string, path: string, json: object = { text, model_id: "eleven_multilingual_v2" }) =>
  api.call("POST", `/v1/text-to-speech/${path}`, { headers: { "xi-api-key": key }, json });

type Aligned = {
  characters: string[];
  character_start_times_seconds: number[];
  character_end_times_seconds: number[];
};

function expectInOrder({ character_start_times_seconds: starts, character_end_times_seconds: ends }: Aligned) {
  expect(ends).toHaveLength(starts.length);
  for (const [index, start] of starts.entries()) {
    expect(ends[index]).toBeGreaterThanOrEqual(start);
    expect(start).toBeGreaterThanOrEqual(ends[index - 1] ?? 0);
  }
}

test("a program for ElevenLabs gets speech in the format that its query names, charged once each", async () => {
  const { key, businessId } = await makePartner();
  const before = await balanceOf(businessId);
  const starts = { mp3_44100_128: "ID3", wav_24000: "RIFF", opus_48000_64: "OggS" };
  for (const [format, start] of Object.entries(starts)) {
    for (const path of [`north-linh?output_format=${format}`, `north-linh/stream?output_format=${format}`]) {
      const { status, bytes, headers } = await speak(key, path);
      expect([status, bytes.subarray(0, start.length).toString("latin1")]).toEqual([200, start]);
      expect(headers.get("x-ai-generated")).toBe("true");
    }
  }
  expect((await speak(key, "north-linh?output_format=ulaw_8000")).headers.get("content-type")).toBe("audio/basic");
  expect((await speak(key, "north-linh?output_format=pcm_16000")).headers.get("content-type")).toBe(
    "audio/pcm;rate=16000;channels=1",
  );
  await settleCalls();
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs).toHaveLength(8);
  expect(before - (await balanceOf(businessId))).toBe(jobs.reduce((sum, { amountMilli }) => sum + amountMilli, 0n));
  expect(await audit()).toEqual([]);
});

test("the times of characters cover the text as it is written, an amount as long as its words, and as it is spoken", async () => {
  const { key } = await makePartner();
  const { json } = await speak(key, "north-linh/with-timestamps?output_format=wav_24000");
  const written = json.alignment as Aligned;
  const spoken = json.normalized_alignment as Aligned;
  expect(written.characters.join("")).toBe(text);
  expect(spoken.characters.join("")).toBe("Chuyển một triệu hai trăm năm mươi nghìn đồng nhé.");
  for (const aligned of [written, spoken]) expectInOrder(aligned);
  const wav = readWav(Buffer.from(String(json.audio_base64), "base64"));
  const seconds = (wav?.data.length ?? 0) / 2 / (wav?.sampleRate ?? 1);
  expect(written.character_end_times_seconds.at(-1)).toBeLessThanOrEqual(seconds);

  const at = text.indexOf("1.250.000đ");
  const amount = (written.character_end_times_seconds[at + 9] ?? 0) - (written.character_start_times_seconds[at] ?? 0);
  expect(amount).toBeGreaterThan(0.5 * seconds);
});

test("a stream with times sends each character once, and as much sound as without times", async () => {
  const { key } = await makePartner();
  const long = `${text} Xin chào Việt Nam. Hẹn gặp lại lúc 8h30.`;
  const response = await fetch(
    `${api.url}/v1/text-to-speech/north-linh/stream/with-timestamps?output_format=pcm_16000`,
    {
      method: "POST",
      headers: { "xi-api-key": key, "content-type": "application/json" },
      body: JSON.stringify({ text: long }),
    },
  );
  const lines = (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const parts = lines.flatMap(({ alignment }): Aligned[] => alignment ?? []);
  expect(parts.flatMap(({ characters }) => characters).join("")).toBe(long);
  expectInOrder({
    characters: [],
    character_start_times_seconds: parts.flatMap((part) => part.character_start_times_seconds),
    character_end_times_seconds: parts.flatMap((part) => part.character_end_times_seconds),
  });
  const sound = Buffer.concat(lines.map((line) => Buffer.from(line.audio_base64, "base64")));
  const plain = await speak(key, "north-linh/stream?output_format=pcm_16000", { text: long });
  expect(sound.length / plain.bytes.length).toBeCloseTo(1, 1);
});

test.each([
  ["no key", "north-linh", undefined, 401, "KEY_MISSING"],
  ["an unknown voice", "khong-co", "own", 400, "VOICE_UNKNOWN"],
  ["an unknown format", "north-linh?output_format=mp9_1", "own", 400, "INVALID_REQUEST"],
])(
  "a program for ElevenLabs reads in its own shape why speech with %s is rejected",
  async (_, path, own, status, code) => {
    const { key } = await makePartner();
    const answer = await speak(own ? key : "", path);
    expect([answer.status, answer.json.code, answer.headers.get("x-error-code")]).toEqual([status, code, code]);
    expect(answer.json.detail).toMatchObject({ status: code.toLowerCase(), message: answer.json.message });
  },
);

test("settings without an effect are named, and a speed has its effect", async () => {
  const { key } = await makePartner();
  const settings = { stability: 0.5, speed: 1.5 };
  const wanted = { text, voice_settings: settings, seed: 7 };
  const quick = await speak(key, "north-linh?output_format=pcm_16000", wanted);
  expect(quick.headers.get("x-ignored")?.split(", ").sort()).toEqual(["seed", "voice_settings.stability"]);
  const calm = await speak(key, "north-linh?output_format=pcm_16000", { text });
  expect(calm.bytes.length).toBeGreaterThan(1.2 * quick.bytes.length);
});

test("voices and models are listed as ElevenLabs lists them, and models as OpenAI does without its key header", async () => {
  const { key } = await makePartner();
  const list = (path: string, header: string) => fetch(`${api.url}${path}`, { headers: { [header]: key } });
  const { voices } = await (await list("/v1/voices", "xi-api-key")).json();
  expect(voices).toContainEqual(expect.objectContaining({ voice_id: "north-linh", category: "premade" }));
  expect((await (await list("/v1/voices/north-linh", "xi-api-key")).json()).name).toBe("Linh");
  expect((await list("/v1/voices/khong-co", "xi-api-key")).status).toBe(404);
  const models = await (await list("/v1/models", "xi-api-key")).json();
  expect(models).toContainEqual(expect.objectContaining({ model_id: "vang-espeak", can_do_text_to_speech: true }));
  expect((await (await list("/v1/models", "x-api-key")).json()).object).toBe("list");
});

test("a recording comes back as words with spaces between them, which together are the text", async () => {
  const { key, businessId } = await makePartner();
  const { bytes } = await speak(key, "north-linh?output_format=wav_16000", { text: "Xin chào Việt Nam" });
  const body = new FormData();
  body.append("file", new Blob([new Uint8Array(bytes)]), "hello.wav");
  body.append("model_id", "scribe_v1");
  body.append("language_code", "vie");
  body.append("tag_audio_events", "true");
  const { json, headers } = await api.call("POST", "/v1/speech-to-text", { headers: { "xi-api-key": key }, body });
  expect(json.language_code).toBe("vi");
  const words = json.words as { text: string; type: string; start: number; end: number }[];
  expect(words.map((word) => word.text).join("")).toBe(json.text);
  expect(words.map(({ type }) => type)).toEqual(["word", "spacing", "word", "spacing", "word", "spacing", "word"]);
  expect(headers.get("x-ignored")).toBe("tag_audio_events");
  await settleCalls();
  expect(await db.job.count({ where: { businessId, service: "stt", status: "completed" } })).toBe(1);
  expect(await audit()).toEqual([]);
});

test("a rejected request is among the errors of speech in its business's history, and in no other", async () => {
  const [one, other] = [await makePartner(), await makePartner()];
  expect((await speak(one.key, "khong-co")).status).toBe(400);
  await flushRejectedRequests();
  const countFor = async ({ businessId }: { businessId: string }, filter: object) => {
    const where = await matchingRejections(businessId, filter);
    return where && db.refusedRequest.count({ where: { businessId, ...where } });
  };
  expect(await countFor(one, { status: "errors" })).toBe(1);
  expect(await countFor(one, { service: "tts" })).toBe(1);
  expect(await countFor(one, { service: "stt" })).toBe(0);
  expect(await countFor(other, { status: "errors" })).toBe(0);
});
