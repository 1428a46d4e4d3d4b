import { expect, test } from "vitest";
import { splitAtPauses } from "@/lib/engines/pauses";
import { makeSegments } from "./transcribe";

/** One word at each of these times, as a recognizer returns them. */
const recognized = (words: string[], at: (index: number) => number) => ({
  text: words.join(" "),
  tokens: words.map((word) => `▁${word}`),
  timestamps: words.map((_, index) => at(index)),
});

test("a pause begins a new segment, and a segment ends before the next one begins", () => {
  const lines = makeSegments(
    recognized(["xin", "chào", "bạn"], (index) => [0.1, 0.3, 1.5][index] ?? 0),
    10,
    20,
  );
  expect(lines).toEqual([
    {
      start: 10.1,
      end: expect.closeTo(10.7),
      text: "xin chào",
      words: [
        { word: "xin", start: 10.1, end: 10.3 },
        { word: "chào", start: 10.3, end: expect.closeTo(10.7) },
      ],
    },
    { start: 11.5, end: expect.closeTo(11.9), text: "bạn", words: [expect.objectContaining({ word: "bạn" })] },
  ]);
});

test("speech without a pause is split into readable segments", () => {
  const lines = makeSegments(
    recognized(Array(100).fill("nghiêng"), (index) => index / 5),
    0,
    20,
  );
  for (const { start, end, text } of lines) {
    expect(end - start).toBeLessThanOrEqual(7.5);
    expect(text.length).toBeLessThanOrEqual(84);
  }
  expect(lines.map(({ text }) => text).join(" ")).toBe(Array(100).fill("nghiêng").join(" "));
});

test("a word of several tokens is never split", () => {
  const tokens = ["▁ngh", "iêng", "▁ng", "ả"];
  const lines = makeSegments({ text: "nghiêng ngả", tokens, timestamps: [0, 2, 4, 6] }, 0, 10);
  expect(lines.map(({ text }) => text)).toEqual(["nghiêng", "ngả"]);
  expect(lines.map(({ words }) => words?.map(({ word }) => word))).toEqual([["nghiêng"], ["ngả"]]);
});

test("no segment exceeds its part of the audio", () => {
  expect(
    makeSegments(
      recognized(["ừ"], () => 4.9),
      0,
      5,
    ),
  ).toMatchObject([{ start: 4.9, end: 5, text: "ừ" }]);
});

test("a model without timings gives one segment, and an empty transcript none", () => {
  expect(makeSegments({ text: " xin chào", tokens: [], timestamps: [] }, 25, 30)).toEqual([
    { start: 25, end: 30, text: "xin chào" },
  ]);
  expect(makeSegments({ text: " ", tokens: [], timestamps: [] }, 0, 5)).toEqual([]);
});

test("long audio is cut at its pauses, in parts the model accepts, without loss", () => {
  const sampleRate = 16_000;
  const pauses = [20, 41, 60];
  const samples = Float32Array.from({ length: 70 * sampleRate }, (_, index) => {
    const second = index / sampleRate;
    return pauses.some((pause) => Math.abs(second - pause) < 0.3) ? 0 : Math.sin(index);
  });
  const chunks = splitAtPauses({ samples, sampleRate });
  expect(chunks.map(({ start }) => start)).toEqual([0, ...pauses].map((pause) => expect.closeTo(pause, 0)));
  expect(chunks.reduce((sum, chunk) => sum + chunk.samples.length, 0)).toBe(samples.length);
  expect(Math.max(...chunks.map((chunk) => chunk.samples.length))).toBeLessThanOrEqual(25 * sampleRate);
});

test("audio without any pause is cut too", () => {
  const chunks = splitAtPauses({ samples: new Float32Array(60 * 16_000).fill(0.5), sampleRate: 16_000 });
  expect(Math.max(...chunks.map(({ samples }) => samples.length))).toBeLessThanOrEqual(25 * 16_000);
});
