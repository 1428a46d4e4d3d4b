// @module-tag slow
import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { readAudio, readWav } from "@/lib/engines/audio/decoding/wav";
import type { Audio } from "@/lib/engines/audio/formats";
import { splitAtPauses } from "@/lib/engines/pauses";
import { isDeep, trials } from "@/testing/harness/deep";
import vectors from "../model/vectors.json";
import { joinParts, loadRecognizer, type Recognizer, recognize as recognizePart } from "./recognize";

const model = join(import.meta.dirname, "../model");

let recognizer: Recognizer;
beforeAll(async () => {
  recognizer = await loadRecognizer(model);
});

/** Cuts long sound at its pauses, as the caller of the package has to. */
const recognize = (recognizer: Recognizer, sound: Audio, isStopped: () => boolean) =>
  joinParts(
    splitAtPauses(sound).map(({ start, samples }) => ({
      start,
      lines: recognizePart(recognizer, { samples, sampleRate: sound.sampleRate }, isStopped),
    })),
  );

const never = () => false;

function readSample(name: string): Audio {
  const layout = readWav(readFileSync(join(model, name)));
  if (!layout) throw new Error(`${name} is no plain WAV`);
  return readAudio(layout);
}

const make = (seconds: number, at: (index: number) => number): Audio => ({
  samples: Float32Array.from({ length: seconds * 16_000 }, (_, index) => at(index)),
  sampleRate: 16_000,
});

function joinSounds(parts: Float32Array[], sampleRate: number): Audio {
  const samples = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    samples.set(part, at);
    at += part.length;
  }
  return { samples, sampleRate };
}

test.each(vectors.files)("$file gives the reference transcript with its times", ({ file, recognized, words }) => {
  expect(recognize(recognizer, readSample(file), never).text).toBe(recognized);
  const spoken = recognize(recognizer, readSample(file), never).segments.flatMap((segment) => segment.words);
  expect(spoken).toHaveLength(words.length);
  for (const [index, { start, end }] of spoken.entries()) {
    expect(start).toBeCloseTo(words[index]?.start ?? Number.NaN, 2);
    expect(end).toBeCloseTo(words[index]?.end ?? Number.NaN, 2);
  }
});

// The sample ten times without a pause, where the model is unsure: the results of its reference implementation.
test.each([
  ["sample-1.wav", 0.9949192829894341],
  ["sample-2.wav", 0.9908078735978704],
])("%s has the confidence of the reference", (file, confidence) => {
  const { samples, sampleRate } = readSample(file);
  const repeated = joinSounds(Array(10).fill(samples), sampleRate);
  expect(recognize(recognizer, repeated, never).confidence).toBeCloseTo(confidence, 5);
});

test.each([
  ["silence", () => 0],
  ["white noise", () => Math.random() - 0.5],
  ["a tone of 1 kHz", (index: number) => 0.5 * Math.sin((2 * Math.PI * 1000 * index) / 16_000)],
])("%s gives an empty transcript", (_, at) => {
  expect(recognize(recognizer, make(4, at), never)).toEqual({ text: "", confidence: 0, segments: [] });
});

test("a pause begins a new segment with its own time", () => {
  const { samples, sampleRate } = readSample("sample-1.wav");
  const { segments } = recognize(
    recognizer,
    joinSounds([samples, new Float32Array(sampleRate), samples], sampleRate),
    never,
  );
  expect(segments.map(({ text }) => text)).toEqual(["xin chào quý khách", "xin chào quý khách"]);
  expect((segments[1]?.start ?? 0) - (segments[0]?.start ?? 0)).toBeCloseTo(1 + samples.length / sampleRate, 1);
});

const repeats = trials(undefined, 10, 60);

test("long audio is transcribed to its end, in segments that fit a screen, with little memory", () => {
  const { samples, sampleRate } = readSample("sample-2.wav");
  const long = joinSounds(Array(repeats).fill(samples), sampleRate);
  const { arrayBuffers: before } = process.memoryUsage();
  let most = 0;
  const { text, segments } = recognize(recognizer, long, () => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    return false;
  });
  // Transcribed as a whole, these two minutes take more than 50 MB.
  if (isDeep) expect(most).toBeLessThan(32_000_000);
  expect(text.split("bến tàu").length).toBeGreaterThan(repeats * 0.8);
  for (const { start, end, text: line } of segments) {
    expect(end - start).toBeLessThanOrEqual(7);
    expect(line.length).toBeLessThanOrEqual(84);
  }
  expect(segments.at(-1)?.end).toBeGreaterThan((repeats * samples.length) / sampleRate - 2);
});

test("a stop request takes effect within one layer", () => {
  let checks = 0;
  const { samples, sampleRate } = readSample("sample-2.wav");
  const long = joinSounds(Array(repeats).fill(samples), sampleRate);
  expect(recognize(recognizer, long, () => ++checks > 3).text).toBe("");
  expect(checks).toBeLessThan(8);
});

test("invalid samples never throw", () => {
  const sample = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, 1e38, -1e38, 1, -1, 0));
  const rate = fc.constantFrom(0, -1, Number.NaN, 1, 8000, 11_025, 16_000, 22_050.5, 44_100, 192_000);
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 3000 }), rate, (samples, sampleRate) => {
      const lines = recognizePart(recognizer, { samples: Float32Array.from(samples), sampleRate }, never);
      expect(joinParts([{ start: 0, lines }]).confidence).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 60 },
  );
});

test("clipped speech is still recognized", () => {
  const { samples, sampleRate } = readSample("sample-1.wav");
  const clipped = samples.map((sample) => Math.min(0.3, Math.max(-0.3, sample * 4)));
  expect(recognize(recognizer, { samples: clipped, sampleRate }, never).text.split(" ")).toHaveLength(4);
});
