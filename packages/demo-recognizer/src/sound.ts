/** Samples from -1 to 1. */
export type Sound = { samples: Float32Array; sampleRate: number };

export const sampleRate = 16_000;

/** A frame every 10 ms; the first is centered half a step into the audio. */
export const hop = 160;

export const countFrames = (samples: Float32Array): number => Math.floor((samples.length + hop / 2) / hop);

const zeroCrossings = 16;
const passband = 0.95;
const peakWanted = 0.5;

/** Prepares audio as the model was trained: 16 kHz, peak 0.5, and silence for samples that are not numbers. */
export const prepare = (audio: Sound): Float32Array => level(resample(audio));

/** Windowed sinc (Hann), the same resampler that the training data was computed with. */
function resample({ samples, sampleRate: rate }: Sound): Float32Array {
  const clean = samples.map((sample) => (Number.isFinite(sample) ? sample : 0));
  if (rate === sampleRate) return clean;
  const divisor = greatestCommonDivisor(rate, sampleRate);
  const [up, down] = [sampleRate / divisor, rate / divisor];
  const filters = new Map<number, Float64Array>();
  return Float32Array.from({ length: Math.floor((clean.length * up) / down) }, (_, index) => {
    const phase = (index * down) % up;
    const filter = filters.get(phase) ?? makeFilter(phase / up, rate);
    filters.set(phase, filter);
    return weigh(clean, Math.floor((index * down) / up) - filter.length / 2 + 1, filter);
  });
}

function weigh(samples: Float32Array, from: number, filter: Float64Array): number {
  let sum = 0;
  const last = Math.min(filter.length, samples.length - from);
  for (let tap = Math.max(0, -from); tap < last; tap++)
    sum += (samples[from + tap] as number) * (filter[tap] as number);
  return sum;
}

function makeFilter(offset: number, rate: number): Float64Array {
  const cutoff = passband * Math.min(1, sampleRate / rate);
  const half = Math.ceil(zeroCrossings / cutoff);
  return Float64Array.from({ length: 2 * half }, (_, tap) => {
    const distance = offset - (tap - half + 1);
    if (Math.abs(distance) >= half) return 0;
    const angle = Math.PI * cutoff * distance;
    const sinc = angle === 0 ? 1 : Math.sin(angle) / angle;
    return cutoff * sinc * (0.5 + 0.5 * Math.cos((Math.PI * distance) / half));
  });
}

function level(samples: Float32Array): Float32Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return peak > 1e-6 ? samples.map((sample) => sample * (peakWanted / peak)) : samples;
}

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** In-place Fourier transform of a fixed power-of-two length. */
export type Fft = (real: Float64Array, imaginary: Float64Array) => void;

export function makeFft(size: number): Fft {
  const cosines = Float64Array.from({ length: size / 2 }, (_, index) => Math.cos((2 * Math.PI * index) / size));
  const sines = Float64Array.from({ length: size / 2 }, (_, index) => -Math.sin((2 * Math.PI * index) / size));
  const swaps = listSwaps(size);
  return (real, imaginary) => {
    for (const [a, b] of swaps) {
      [real[a], real[b]] = [real[b] as number, real[a] as number];
      [imaginary[a], imaginary[b]] = [imaginary[b] as number, imaginary[a] as number];
    }
    for (let span = 2; span <= size; span *= 2) combine(real, imaginary, span, cosines, sines);
  };
}

function listSwaps(size: number): [number, number][] {
  const bits = Math.log2(size);
  const reverse = (index: number) =>
    Array.from({ length: bits }, (_, bit) => ((index >> bit) & 1) << (bits - 1 - bit)).reduce(
      (sum, bit) => sum | bit,
      0,
    );
  return Array.from({ length: size }, (_, index): [number, number] => [index, reverse(index)]).filter(
    ([a, b]) => b > a,
  );
}

function combine(
  real: Float64Array,
  imaginary: Float64Array,
  span: number,
  cosines: Float64Array,
  sines: Float64Array,
): void {
  const [half, step] = [span / 2, real.length / span];
  for (let from = 0; from < real.length; from += span) {
    for (let index = 0; index < half; index++) {
      const a = from + index;
      const b = a + half;
      const cosine = cosines[index * step] as number;
      const sine = sines[index * step] as number;
      const x = (real[b] as number) * cosine - (imaginary[b] as number) * sine;
      const y = (real[b] as number) * sine + (imaginary[b] as number) * cosine;
      real[b] = (real[a] as number) - x;
      imaginary[b] = (imaginary[a] as number) - y;
      real[a] = (real[a] as number) + x;
      imaginary[a] = (imaginary[a] as number) + y;
    }
  }
}
