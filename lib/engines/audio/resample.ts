import type { Audio } from "@/lib/engines/audio/formats";
import { joinSamples } from "./bytes";

/** Input samples on each side that contribute to an output sample. */
const reach = 24;

/** Relative to the lower of the two bandwidths; the rest is the filter's transition band. */
const passband = 0.95;

/** Resamples by a windowed sinc (Blackman), without a shift in time. */
export function resample(audio: Audio, rate: number): Audio {
  if (rate === audio.sampleRate) return audio;
  return { samples: new Resampler(audio.sampleRate, rate).push(audio.samples, { isLast: true }), sampleRate: rate };
}

/** Resamples sound that arrives in parts: what it makes of all parts is what `resample` makes of the whole. */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  readonly #filters: Float32Array[];
  #kept = new Float32Array(0);
  /** The places of the first kept sample and the next resampled one, and the number of samples that came. */
  #keptFrom = 0;
  #next = 0;
  #came = 0;

  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#up = to / divisor;
    this.#down = from / divisor;
    const cutoff = passband * Math.min(1, this.#up / this.#down);
    this.#filters = Array.from({ length: this.#up }, (_, phase) => makeFilter(phase / this.#up, cutoff));
  }

  push(samples: Float32Array, { isLast = false } = {}): Float32Array<ArrayBuffer> {
    const [up, down] = [this.#up, this.#down];
    const known = this.#kept.length === 0 ? samples : joinSamples([this.#kept, samples]);
    this.#came += samples.length;
    const end = isLast ? Math.round((this.#came * up) / down) : Math.ceil(((this.#came - reach) * up) / down);
    const resampled = new Float32Array(Math.max(0, end - this.#next));
    for (let at = 0; at < resampled.length; at++) {
      const position = (this.#next + at) * down;
      const filter = this.#filters[position % up] ?? new Float32Array(0);
      resampled[at] = weigh(known, Math.floor(position / up) - reach + 1 - this.#keptFrom, filter);
    }
    this.#next += resampled.length;
    const needed = Math.max(this.#keptFrom, Math.floor((this.#next * down) / up) - reach + 1);
    this.#kept = known.slice(needed - this.#keptFrom);
    this.#keptFrom = needed;
    return resampled;
  }
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
