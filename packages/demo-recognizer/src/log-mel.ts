import type { Rows } from "./network";
import { countFrames, hop, makeFft, sampleRate } from "./sound";

export const melBands = 80;

const length = 400;
const size = 512;
const bins = size / 2;
const floor = 1.1920929e-7;
const emphasis = 0.97;
const transform = makeFft(size);

const mel = (hertz: number) => 1127 * Math.log(1 + hertz / 700);

const shape = Float64Array.from(
  { length },
  (_, index) => (0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (length - 1))) ** 0.85,
);

/** A triangular filter over neighboring bins, starting at bin `first`. */
type Filter = { first: number; weights: number[] };

const filters = Array.from({ length: melBands }, (_, band): Filter => {
  const low = mel(20);
  const step = (mel(7600) - low) / (melBands + 1);
  const center = low + (band + 1) * step;
  const weights = Array.from(
    { length: bins },
    (_, bin) => 1 - Math.abs(mel((bin * sampleRate) / size) - center) / step,
  );
  const first = weights.findIndex((weight) => weight > 0);
  return { first, weights: weights.slice(first).filter((weight) => weight > 0) };
});

/** Log-mel features (natural logarithm), computed as Kaldi does. */
export function makeLogMel(samples: Float32Array): Rows {
  const count = countFrames(samples);
  const rows = { count, width: melBands, data: new Float32Array(count * melBands) };
  const [real, imaginary, power] = [new Float64Array(size), new Float64Array(size), new Float64Array(bins)];
  for (let row = 0; row < count; row++) {
    cutFrame(samples, row * hop + hop / 2 - length / 2, real);
    imaginary.fill(0);
    transform(real, imaginary);
    for (let bin = 0; bin < bins; bin++) power[bin] = (real[bin] as number) ** 2 + (imaginary[bin] as number) ** 2;
    for (const [band, filter] of filters.entries()) rows.data[row * melBands + band] = loudness(power, filter);
  }
  return rows;
}

/** Cuts one frame: mirrored at the edges, mean removed, pre-emphasized. */
function cutFrame(samples: Float32Array, from: number, frame: Float64Array): void {
  frame.fill(0);
  let sum = 0;
  for (let index = 0; index < length; index++) {
    const value = samples[mirror(from + index, samples.length)] as number;
    frame[index] = value;
    sum += value;
  }
  const mean = sum / length;
  for (let index = length - 1; index >= 0; index--) {
    const before = (frame[Math.max(0, index - 1)] as number) - mean;
    frame[index] = ((frame[index] as number) - mean - emphasis * before) * (shape[index] as number);
  }
}

function mirror(index: number, count: number): number {
  const inside = index < 0 ? -index - 1 : index >= count ? 2 * count - 1 - index : index;
  return Math.min(Math.max(inside, 0), count - 1);
}

function loudness(power: Float64Array, { first, weights }: Filter): number {
  let energy = 0;
  for (let index = 0; index < weights.length; index++) {
    energy += (power[first + index] as number) * (weights[index] as number);
  }
  return Math.log(Math.max(energy, floor));
}
