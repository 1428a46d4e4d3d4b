// @module-tag slow
import { expect, test } from "vitest";
import { answering, sending } from "@/testing/corpora/speech-failures";
import { failure, listen, openEngine, startMachine } from "@/testing/fakes/remote-engine";
import { type Behavior, expectedTranscript, sendJson, well } from "@/testing/fakes/speech-server";

test("a transcription has times and the probability of silence", async () => {
  const server = await startMachine();
  expect(await listen(openEngine([server]), 1, { temperature: 0.2 })).toEqual({
    text: expectedTranscript.text,
    segments: [
      { start: 0, end: 1.2, text: "Xin chào", noSpeech: 0.02 },
      { start: 1.2, end: 2, text: "Việt Nam.", noSpeech: 0.4 },
    ],
  });
  const form = await new Response(new Uint8Array(server.seen[0]?.body ?? []), {
    headers: { "content-type": String(server.seen[0]?.headers["content-type"]) },
  }).formData();
  expect(form.get("model")).toBe("whisper-1");
  expect(form.get("language")).toBe("vi");
  expect(form.get("temperature")).toBe("0.2");
  expect((form.get("file") as File).size).toBe(44 + 32_000);
});

test("an engine that supports only plain JSON is asked for it, and from then on for nothing else", async () => {
  const refuse: Behavior = (seen, response) =>
    seen.body.includes("verbose_json") ? sendJson(response, 400, { error: "unsupported" }) : well(seen, response);
  const server = await startMachine(refuse);
  const provider = openEngine([server]);
  for (let call = 0; call < 2; call++) expect(await listen(provider)).toMatchObject({ text: expectedTranscript.text });
  expect(server.seen).toHaveLength(3);
});

const words = [
  { word: " Xin", start: 0, end: 0.5 },
  { word: "chào", start: 0.5, end: 1.2 },
  { word: "Việt", start: 1.2, end: 1.5 },
  { word: "Nam.", start: 1.9, end: 1.6 },
];

test("words have their times in the segment in which they are said, if they are wanted", async () => {
  const server = await startMachine(answering(200, { ...expectedTranscript, words }));
  const recognized = await listen(openEngine([server]), 1, {}, { wantsWords: true });
  expect(recognized?.segments.map((segment) => segment.words)).toEqual([
    [
      { word: "Xin", start: 0, end: 0.5 },
      { word: "chào", start: 0.5, end: 1.2 },
    ],
    [{ word: "Việt", start: 1.2, end: 1.5 }],
  ]);
  expect(String(server.seen[0]?.body)).toMatch(
    /granularities\[\]"\r\n\r\nsegment\r\n[\s\S]+granularities\[\]"\r\n\r\nword\r\n/,
  );
  await listen(openEngine([server]));
  expect(String(server.seen[1]?.body)).not.toMatch(/\r\n\r\nword\r\n/);
});

test("an engine without times of words is asked for those of segments, and from then on for no words", async () => {
  const refuse: Behavior = (seen, response) =>
    /\r\n\r\nword\r\n/.test(String(seen.body))
      ? sendJson(response, 400, { error: "unsupported" })
      : well(seen, response);
  const server = await startMachine(refuse);
  const provider = openEngine([server]);
  for (let call = 0; call < 2; call++) {
    const recognized = await listen(provider, 1, {}, { wantsWords: true });
    expect(recognized?.segments).toHaveLength(2);
    expect(recognized?.segments[0]?.words).toBeUndefined();
  }
  expect(server.seen).toHaveLength(3);
});

const speakers = [
  { type: "transcript.text.segment", id: "seg_001", start: 0, end: 1, text: " Xin chào", speaker: "A" },
  { type: "transcript.text.segment", id: "seg_002", start: 1, end: 2, text: "Vâng", speaker: "B" },
  { type: "transcript.text.segment", id: "seg_003", start: 2, end: 3, text: "Tạm biệt", speaker: 7 },
];

test.each([
  ["diarized_json", /chunking_strategy"\r\n\r\nauto/],
  ["verbose_json", /name="diarize"\r\n\r\ntrue[\s\S]+name="speakers"\r\n\r\n2/],
])("an engine that says who speaks is asked for %s, only when that is wanted", async (diarize, fields) => {
  const server = await startMachine(answering(200, { text: "Xin chào Vâng Tạm biệt", segments: speakers }));
  const provider = openEngine([server], { recognizer: { diarize } });
  expect(provider.models.map((model) => model.diarizesBy)).toEqual([undefined, "remote_engine"]);
  const recognized = await listen(provider, 3, {}, { wantsWords: true, diarize: { speakers: 2 } });
  expect(recognized?.segments.map(({ text, speaker }) => [text, speaker])).toEqual([
    ["Xin chào", "0 A"],
    ["Vâng", "0 B"],
    ["Tạm biệt", "0 7"],
  ]);
  const body = String(server.seen[0]?.body);
  expect(body).toMatch(fields);
  expect(body).toMatch(new RegExp(`response_format"\r\n\r\n${diarize}`));
  const unasked = await listen(provider);
  expect(unasked?.segments.every(({ speaker }) => speaker === undefined)).toBe(true);
  expect(String(server.seen[1]?.body)).not.toMatch(/diarize|chunking/);
});

test("the speakers of a part of longer audio are not taken for those of another", async () => {
  const server = await startMachine(answering(200, { text: "Xin chào", segments: speakers.slice(0, 1) }));
  const provider = openEngine([server], { recognizer: { diarize: "diarized_json" } });
  const recognized = await listen(provider, 800, {}, { diarize: {} });
  expect(recognized?.segments.map(({ speaker }) => speaker)).toEqual(["0 A", "1 A"]);
});

test("audio above the engine's size limit is sent in parts, whose times continue", async () => {
  const server = await startMachine();
  const recognized = await listen(openEngine([server]), 800);
  expect(server.seen).toHaveLength(2);
  expect(Math.max(...server.seen.map(({ body }) => body.length))).toBeLessThan(24_000_000);
  expect(recognized?.segments[2]?.start).toBeGreaterThanOrEqual(690);
});

test("text without times becomes one segment for each part", async () => {
  const server = await startMachine(answering(200, { text: "Xin chào" }));
  const provider = openEngine([server]);
  expect((await listen(provider, 2))?.segments).toEqual([{ start: 0, end: 2, text: "Xin chào" }]);
  const [first, second] = (await listen(provider, 800))?.segments ?? [];
  expect([first?.start, second?.start, second?.end]).toEqual([0, first?.end, 800]);
});

test.each([
  ["HTML", sending(Buffer.from("<html>"), "text/html")],
  ["another shape", answering(200, { transcript: "x" })],
  ["more than five megabytes", answering(200, { text: "x".repeat(6_000_000) })],
])("a transcript that is %s is the engine's failure", async (_, behavior) => {
  expect(await failure(listen(openEngine([await startMachine(behavior)])))).toMatchObject({ kind: "broken" });
});

test("invalid segments are left out", async () => {
  const segments = [{ start: 2, end: 1, text: "x" }, { start: 0 }, null, { start: 0, end: 1, text: "ổn" }];
  const server = await startMachine(answering(200, { text: "ổn", segments }));
  expect(await listen(openEngine([server]))).toEqual({ text: "ổn", segments: [{ start: 0, end: 1, text: "ổn" }] });
});
