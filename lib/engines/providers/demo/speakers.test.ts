// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Audio } from "@/lib/engines/audio/formats";
import { closePool, diarizeInPool, synthesizeInPool, warmPool } from "@/lib/engines/pool";
import { converse, diarizationErrorRate, type KnownTurn } from "@/testing/harness/conversation";

beforeAll(warmPool);
afterAll(closePool);

const never = () => new AbortController().signal;

const speakAt = (wordsPerMinute: number, pitch: number) => (text: string, engineVoice: string) =>
  synthesizeInPool({ text, engineVoice, wordsPerMinute, pitch, range: 50, volume: 100, gainDb: 0 }, never());

const diarized = (audio: Audio, speakers?: number) => diarizeInPool(audio, never(), { speakers });

const countSpeakers = (turns: readonly KnownTurn[]) => new Set(turns.map(({ speaker }) => speaker)).size;

// The features and limits were chosen with the northern voices at 175 words a minute and pitch 50.
test.each([
  { voices: ["vi+f3", "vi"], wordsPerMinute: 175, pitch: 50 },
  { voices: ["vi+m3", "vi"], wordsPerMinute: 230, pitch: 50 },
  { voices: ["vi+f5", "vi+m3", "vi"], wordsPerMinute: 230, pitch: 50 },
  { voices: ["vi-vn-x-central+f4", "vi-vn-x-south+Nguyen"], wordsPerMinute: 175, pitch: 50 },
])("at most 10 % of the speech of $voices at $wordsPerMinute is given to the wrong speaker", async (conversation) => {
  const { voices, wordsPerMinute, pitch } = conversation;
  const { audio, known } = await converse(voices, voices.length * 3, speakAt(wordsPerMinute, pitch));
  const turns = await diarized(audio);
  expect(countSpeakers(turns)).toBe(voices.length);
  expect(diarizationErrorRate(known, turns)).toBeLessThanOrEqual(0.1);
});

test("one voice is one speaker, and silence has none", async () => {
  const { audio } = await converse(["vi"], 5, speakAt(175, 50));
  expect(countSpeakers(await diarized(audio))).toBe(1);
  expect(await diarized({ samples: new Float32Array(32_000), sampleRate: 16_000 })).toEqual([]);
});

test("the number of speakers is followed where it is known", async () => {
  const { audio, known } = await converse(["vi+f3", "vi"], 4, speakAt(175, 50));
  expect(countSpeakers(await diarized(audio, 1))).toBe(1);
  expect(diarizationErrorRate(known, await diarized(audio, 2))).toBeLessThanOrEqual(0.1);
});

test("the error rate counts missed, false and confused speech, with speakers matched as fits best", () => {
  const known = [
    { start: 0, end: 4, speaker: "A" },
    { start: 5, end: 9, speaker: "B" },
  ];
  const renamed = known.map((turn) => ({ ...turn, speaker: turn.speaker === "A" ? 1 : 0 }));
  expect(diarizationErrorRate(known, renamed)).toBe(0);
  expect(diarizationErrorRate(known, [{ start: 0, end: 9, speaker: 0 }])).toBeCloseTo(0.57, 1);
  expect(diarizationErrorRate(known, [])).toBe(1);
});
