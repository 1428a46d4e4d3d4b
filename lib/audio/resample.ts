import type { Audio } from "@/lib/audio/formats";

/** Input samples on each side that contribute to an output sample. */
const reach = 24;

/** Relative to the lower of the two bandwidths; the rest is the filter's transition band. */
const passband = 0.95;

/** Resamples by a windowed sinc (Blackman), without a shift in time. */
export function resample({ samples, sampleRate }: Audio, rate: number): Audio {
  if (rate === sampleRate) return { samples, sampleRate };
  const divisor = greatestCommonDivisor(rate, sampleRate);
  const [up, down] = [rate / divisor, sampleRate / divisor];
  const cutoff = passband * Math.min(1, up / down);
  const filters = Array.from({ length: up }, (_, phase) => makeFilter(phase / up, cutoff));

  const resampled = new Float32Array(Math.round((samples.length * up) / down));
  for (let index = 0; index < resampled.length; index++) {
    const position = index * down;
    const filter = filters[position % up] ?? new Float32Array(0);
    resampled[index] = weigh(samples, Math.floor(position / up) - reach + 1, filter);
  }
  return { samples: resampled, sampleRate: rate };
}

function weigh(samples: Float32Array, from: number, filter: Float32Array): number {
  let sum = 0;
  const first = Math.max(0, -from);
  const last = Math.min(filter.length, samples.length - from);
  for (let tap = first; tap < last; tap++) sum += (samples[from + tap] as number) * (filter[tap] as number);
  return sum;
}

/** Weights of the `2 * reach` input samples around a point `offset` after an input sample. */
function makeFilter(offset: number, cutoff: number): Float32Array {
  return Float32Array.from({ length: 2 * reach }, (_, tap) => {
    const distance = tap - reach + 1 - offset;
    const angle = Math.PI * (distance / reach);
    return cutoff * sinc(cutoff * distance) * (0.42 + 0.5 * Math.cos(angle) + 0.08 * Math.cos(2 * angle));
  });
}

const sinc = (x: number) => (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x));

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));
