// @module-tag promise
// @module-tag slow
import { afterAll, beforeAll, expect, test } from "vitest";
import { audioFormats } from "@/lib/engines/audio/formats";
import { closePool, encodeInPool, warmPool } from "@/lib/engines/pool";
import { isDeep } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";
import { type Loudness, measureLoudness, targetLufs } from "./loudness";
import sentences from "./loudness-sentences.json" with { type: "json" };
import { espeakProvider } from "./provider";
import { espeakModelId, espeakVoices } from "./voices";

/** Ten voices in three formats take a few seconds, and many more on a busy machine. */
const timeoutMs = isDeep ? 1_800_000 : 180_000;

const text = (isDeep ? sentences : sentences.slice(0, 1)).join(" ");

beforeAll(warmPool, timeoutMs);

afterAll(closePool);

/** All formats in the deep run; otherwise one for each voice, in turn. */
const formatsOf = (voice: number) =>
  audioFormats.filter((_, format) => isDeep || format === voice % audioFormats.length);

/** The loudness of each voice's files. */
async function measure(config: Record<string, unknown> = {}): Promise<(Loudness & { file: string })[]> {
  const files: [string, Uint8Array][] = [];
  for (const [at, { voiceId }] of espeakVoices.entries()) {
    const signal = AbortSignal.timeout(timeoutMs);
    const { samples, sampleRate } = await espeakProvider.synthesize(
      { text, voiceId, modelId: espeakModelId, config },
      signal,
    );
    for (const format of formatsOf(at)) {
      const { bytes } = await encodeInPool({ samples: samples.slice(), sampleRate }, { format }, signal);
      files.push([`${voiceId} ${format}`, bytes]);
    }
  }
  const measured = measureLoudness(files.map(([, bytes]) => bytes));
  const result = files.map(([file], index) => ({ file, ...(measured[index] as Loudness) }));
  if (isDeep) process.stdout.write(`${summarize(result)}\n`);
  return result;
}

/** The range of each figure. */
const summarize = (files: readonly Loudness[]): string =>
  (["lufs", "truePeak", "leadingMs", "trailingMs"] as const)
    .map((figure) => files.map((file) => file[figure]))
    .map(
      (values, at) =>
        `${["LUFS", "dBTP", "ms before", "ms after"][at]} ${Math.min(...values).toFixed(1)} to ${Math.max(...values).toFixed(1)}`,
    )
    .join(", ");

test(
  "the ten voices are equally loud in every format, with headroom and fixed silences at both ends",
  async () => {
    const files = await measure();
    expect(files.length).toBe(10 * formatsOf(0).length);
    expect(files.filter(({ lufs }) => Math.abs(lufs - targetLufs) > promised("T2"))).toEqual([]);
    expect(files.filter(({ truePeak }) => truePeak > -1)).toEqual([]);
    expect(files.filter(({ leadingMs }) => leadingMs < 10 || leadingMs > 100)).toEqual([]);
    expect(files.filter(({ trailingMs }) => trailingMs < 50 || trailingMs > 300)).toEqual([]);
  },
  timeoutMs,
);

test("at the highest volume no peak exceeds -1 dBTP", { tags: "deep", timeout: timeoutMs }, async () => {
  const files = await measure({ volume: 200 });
  expect(files.filter(({ truePeak }) => truePeak > -1)).toEqual([]);
});
