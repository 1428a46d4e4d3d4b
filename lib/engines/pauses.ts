import type { Audio } from "@/lib/audio/formats";

/** A part of longer audio, and where in it the part begins, in seconds. */
export type Chunk = { start: number; samples: Float32Array };

/** Between how many seconds a part may be long. */
type Lengths = { shortestSeconds: number; longestSeconds: number };

const usual: Lengths = { shortestSeconds: 15, longestSeconds: 25 };

/** The stretch whose loudness is compared: long enough to tell a pause from a consonant. */
const windowSeconds = 0.2;

/** Parts of at most 25 seconds, cut where it is quietest, so that a word is cut only where nobody ever pauses. */
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
