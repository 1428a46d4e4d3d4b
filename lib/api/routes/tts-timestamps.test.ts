import { afterAll, afterEach, expect, test, vi } from "vitest";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";
import { startStreamedSpeech } from "@/testing/harness/streamed-speech";

const { api, send } = await startStreamedSpeech();
afterAll(() => api.close());
afterEach(() => vi.restoreAllMocks());

const text = "Phí là 1.250.000đ, hạn mai.";
const wanted = { text, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };

type Timed = { word: string; start: number; end: number };

test("the words of a text come as they are written, each with its time inside the audio, and so at a lookup", async () => {
  const { key } = await makePartner();
  const other = await makePartner();
  const { json } = await api.post("/tts", key, { ...wanted, timestamps: "word" });
  const { source, words } = json.alignment as { source: string; words: Timed[] };
  expect(source).toBe("engine");
  expect(words.map(({ word }) => word)).toEqual(["Phí", "là", "1.250.000đ,", "hạn", "mai."]);
  let before = 0;
  for (const { start, end } of words) {
    expect(start).toBeGreaterThanOrEqual(before);
    expect(end).toBeGreaterThan(start);
    before = end;
  }
  expect(before).toBeLessThanOrEqual(Number(json.audioDuration));
  // The number takes longer than any word.
  const lengths = words.map(({ start, end }) => end - start);
  expect(lengths.indexOf(Math.max(...lengths))).toBe(2);

  await settleCalls();
  const lookUp = async (query: string, secret = key) =>
    (await api.get(`/tts/jobs?id=${json.trackingId}${query}`, secret)).json;
  expect((await lookUp("&timestamps=word")).alignment).toEqual(json.alignment);
  expect(await lookUp("")).not.toHaveProperty("alignment");
  expect((await lookUp("&timestamps=word", other.key)).code).toBe("RESULT_NOT_FOUND");
});

test("the characters of a text come with their times, and a repeat under an Idempotency-Key gets the same", async () => {
  const { key } = await makePartner();
  const ask = () =>
    api.call("POST", "/tts", {
      key,
      json: { ...wanted, timestamps: "character" },
      headers: { "idempotency-key": "order-1" },
    });
  const first = await ask();
  const { characters, starts, ends } = first.json.alignment as {
    characters: string[];
    starts: number[];
    ends: number[];
  };
  expect(characters.join("")).toBe(text);
  expect([starts.length, ends.length]).toEqual([characters.length, characters.length]);
  const again = await ask();
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.bytes).toEqual(first.bytes);
});

test("a request without the field has no times, a result without them says null, and another value is rejected", async () => {
  const { key } = await makePartner();
  const { json } = await api.post("/tts", key, wanted);
  expect(json).not.toHaveProperty("alignment");
  await settleCalls();
  const found = await api.get(`/tts/jobs?id=${json.trackingId}&timestamps=word`, key);
  expect(found.json.alignment).toBeNull();
  const { json: rejected } = await api.post("/tts", key, { ...wanted, timestamps: "phoneme" });
  expect([rejected.code, rejected.param]).toEqual(["INVALID_REQUEST", "timestamps"]);
});

test("an engine that reports no words has its sentences, whose words share their time, and the response says so", async () => {
  const { key } = await makePartner();
  const provider: { synthesizeStream?: unknown } = espeakProvider;
  vi.spyOn(provider, "synthesizeStream", "get").mockReturnValue(undefined);
  const { json } = await api.post("/tts", key, { ...wanted, text: "Xin chào các bạn.", timestamps: "word" });
  const { source, words } = json.alignment as { source: string; words: Timed[] };
  expect(source).toBe("sentence");
  expect(words.map(({ word }) => word)).toEqual(["Xin", "chào", "các", "bạn."]);
  expect(words.at(-1)?.end).toBeGreaterThan(0.5);
});

test("streamed events bring the times as the audio is made, and all of them at the end", async () => {
  const { key } = await makePartner();
  const response = await send(key, { ...wanted, timestamps: "word" }, { accept: "text/event-stream" });
  const events = (await response.text())
    .trim()
    .split("\n\n")
    .map((event) => {
      const [name, data] = event.split("\n").map((line) => line.replace(/^(event|data): /, ""));
      return { name, ...JSON.parse(data ?? "") };
    });
  const timed = events.filter(({ name }) => name === "alignment").flatMap(({ words }) => words as Timed[]);
  const { alignment } = events.at(-1);
  expect(alignment.words.map(({ word }: Timed) => word).join(" ")).toBe(text);
  // A comma may come behind its word, in the next event.
  const ends = new Set(alignment.words.map(({ start, end }: Timed) => `${start} ${end}`));
  const known = timed.filter(({ word }) => /\p{L}|\d/u.test(word));
  for (const { start, end } of known) expect(ends).toContain(`${start} ${end}`);
  expect(known.length).toBeGreaterThan(2);

  const plain = await send(key, { ...wanted, timestamps: "word" });
  expect(plain.headers.get("x-ignored")).toBe("timestamps");
  await plain.arrayBuffer();
});
