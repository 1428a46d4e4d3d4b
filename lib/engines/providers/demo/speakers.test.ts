// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Audio } from "@/lib/engines/audio/formats";
import { closePool, diarizeInPool, synthesizeInPool, warmPool } from "@/lib/engines/pool";
import { converse, diarizationErrorRate, type KnownTurn } from "@/testing/harness/conversation";
import { converseAtRandom, type Delivery, heldOutSets } from "@/testing/harness/random-conversation";

beforeAll(warmPool);
afterAll(closePool);

const never = () => new AbortController().signal;

const speakAt = (wordsPerMinute: number, pitch: number) => (text: string, engineVoice: string) =>
  synthesizeInPool({ text, engineVoice, wordsPerMinute, pitch, range: 50, volume: 100, gainDb: 0 }, never());

const speakAs = (text: string, { voice, wordsPerMinute, pitch }: Delivery) =>
  speakAt(wordsPerMinute, pitch)(text, voice);

const diarized = (audio: Audio, speakers?: number) => diarizeInPool(audio, never(), { speakers });

const countSpeakers = (turns: readonly KnownTurn[]) => new Set(turns.map(({ speaker }) => speaker)).size;

test.each([
  { speakers: 1, count: 2, most: 0.02 },
  { speakers: 2, count: 4, most: 0.1 },
  { speakers: 3, count: 2, most: 0.15 },
])(
  "of $speakers voices that nothing was tuned on, a share of $most of the speech at most is assigned wrongly",
  async (wanted) => {
    const rates: number[] = [];
    for (const set of heldOutSets)
      for (let seed = 1; seed <= wanted.count / 2; seed++) {
        const { audio, known } = await converseAtRandom(set, wanted.speakers, seed, speakAs);
        const turns = await diarized(audio);
        if (wanted.speakers === 1) expect(countSpeakers(turns)).toBe(1);
        rates.push(diarizationErrorRate(known, turns));
      }
    expect(rates.reduce((sum, rate) => sum + rate, 0) / wanted.count).toBeLessThanOrEqual(wanted.most);
  },
);

test("speakers are distinguished without a pause between them", async () => {
  const { audio, known } = await converse(["vi+f3", "vi"], 6, speakAt(175, 50), 0);
  expect(diarizationErrorRate(known, await diarized(audio))).toBeLessThanOrEqual(0.1);
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
