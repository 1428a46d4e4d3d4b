import type { Audio } from "@/lib/engines/audio/formats";

/** A part of longer audio; `start` is its offset in seconds. */
export type Chunk = { start: number; samples: Float32Array };

type Lengths = { shortestSeconds: number; longestSeconds: number };

const usual: Lengths = { shortestSeconds: 15, longestSeconds: 25 };

/** Loudness is compared over windows of this length: longer than a consonant, shorter than a pause. */
const windowSeconds = 0.2;

/** Parts of at most 25 seconds, cut at the quietest moment; a word is cut only in speech without pauses. */
export function splitAtPauses({ samples, sampleRate }: Audio, lengths = usual): Chunk[] {
  const chunks: Chunk[] = [];
  let from = 0;
  while (samples.length - from > lengths.longestSeconds * sampleRate) {
    const to = findQuietest(samples, sampleRate, from, lengths);
    chunks.push({ start: from / sampleRate, samples: samples.subarray(from, to) });
    from = to;
  }
  return [...chunks, { start: from / sampleRate, samples: samples.subarray(from) }];
}

function findQuietest(samples: Float32Array, sampleRate: number, from: number, lengths: Lengths): number {
  const [first, last] = [from + lengths.shortestSeconds * sampleRate, from + lengths.longestSeconds * sampleRate];
  const width = Math.round(windowSeconds * sampleRate);
  let [quietest, least] = [last, Number.POSITIVE_INFINITY];
  for (let begin = first; begin + width <= last; begin += width / 4) {
    let energy = 0;
    for (let index = begin; index < begin + width; index++) energy += (samples[index] as number) ** 2;
    if (energy <= least) [quietest, least] = [begin + width / 2, energy];
  }
  return Math.round(quietest);
}
