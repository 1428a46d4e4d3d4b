import type { Rows } from "./network";
import type { Slot } from "./slots";
import { countFrames, hop, makeFft, sampleRate } from "./sound";

export const pitchBands = 48;

const length = 640;
const size = 1024;
const [lowestHz, highestHz] = [70, 400];
const transform = makeFft(size);

const shape = Float64Array.from({ length }, (_, index) =>
  Math.fround(0.5 - 0.5 * Math.cos((2 * Math.PI * index) / (length - 1))),
);

const lags = Array.from(
  { length: pitchBands },
  (_, band) => sampleRate / (lowestHz * (highestHz / lowestHz) ** (band / (pitchBands - 1))),
);

const shapeCorrelation = correlateShape();

function correlateShape(): Float64Array {
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  real.set(shape);
  correlate(real, imaginary);
  return real.map((value) => Math.max(0.05, Math.fround(value / (real[0] as number))));
}

/** Autocorrelation of each frame at 48 pitches from 70 to 400 Hz: about 1 at the voice's pitch. */
export function makePitchgram(samples: Float32Array): Rows {
  const count = countFrames(samples);
  const rows = { count, width: pitchBands, data: new Float32Array(count * pitchBands) };
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let row = 0; row < count; row++) {
    cutFrame(samples, row * hop + hop / 2 - length / 2, real);
    imaginary.fill(0);
    correlate(real, imaginary);
    const energy = (real[0] as number) / size + 1e-5;
    const at = (lag: number) => (real[lag] as number) / size / energy / (shapeCorrelation[lag] as number);
    for (const [band, lag] of lags.entries()) {
      const [whole, rest] = [Math.floor(lag), lag % 1];
      const likeness = at(whole) * (1 - rest) + at(whole + 1) * rest;
      rows.data[row * pitchBands + band] = Math.min(1.2, Math.max(-1, likeness));
    }
  }
  return rows;
}

/** Cuts one frame: edge samples repeated, mean removed. */
function cutFrame(samples: Float32Array, from: number, frame: Float64Array): void {
  frame.fill(0);
  let sum = 0;
  for (let index = 0; index < length; index++) {
    const value = samples[Math.min(Math.max(from + index, 0), samples.length - 1)] as number;
    frame[index] = value;
    sum += value;
  }
  const mean = sum / length;
  for (let index = 0; index < length; index++) {
    frame[index] = ((frame[index] as number) - mean) * (shape[index] as number);
  }
}

function correlate(real: Float64Array, imaginary: Float64Array): void {
  transform(real, imaginary);
  for (let index = 0; index < size; index++) {
    real[index] = (real[index] as number) ** 2 + (imaginary[index] as number) ** 2;
    imaginary[index] = 0;
  }
  transform(real, imaginary);
}

const voicedAbove = 0.6;

/** The mean over voiced frames: the reference for this speaker's high and low tones. */
function meanPitch({ count, width, data }: Rows): Float64Array {
  const sums = new Float64Array(width);
  let voiced = 0;
  for (let row = 0; row < count; row++) {
    const values = data.subarray(row * width, (row + 1) * width);
    if (!values.some((value) => value > voicedAbove)) continue;
    voiced++;
    for (let band = 0; band < width; band++) sums[band] = (sums[band] as number) + (values[band] as number);
  }
  return voiced === 0 ? sums : sums.map((sum) => sum / voiced);
}

const points = 14;
const context = 8;

/** The tone network's input for each syllable: pitch along it, around it and of the whole, loudness, durations. */
export function makeToneFeatures(slots: readonly Slot[], logMel: Rows, pitchgram: Rows): Rows {
  const mean = meanPitch(pitchgram);
  const loudness = listLoudness(logMel);
  const width = (points + 3) * pitchgram.width + points + 2;
  const features = { count: slots.length, width, data: new Float32Array(slots.length * width) };
  for (const [index, slot] of slots.entries()) {
    features.data.set(describeSlot(slot, loudness, pitchgram, mean), index * width);
  }
  return features;
}

const listLoudness = ({ count, width, data }: Rows): number[] =>
  Array.from({ length: count }, (_, row) => Math.max(...data.subarray(row * width, (row + 1) * width)));

function describeSlot(slot: Slot, loudness: readonly number[], pitchgram: Rows, mean: Float64Array): number[] {
  const last = pitchgram.count - 1;
  const begin = Math.max(0, 4 * (slot.onsetAt - 1));
  const to = Math.max(begin, Math.min(last, 4 * (slot.end + 1)));
  const from = Math.min(begin, last);
  const rows = Array.from({ length: points }, (_, point) => from + Math.floor((point * (to - from)) / (points - 1)));
  const pitchAt = (row: number) => pitchgram.data.subarray(row * pitchgram.width, (row + 1) * pitchgram.width);
  const levels = rows.map((row) => loudness[row] as number);
  const loudest = Math.max(...levels);
  return [
    ...rows.flatMap((row) => [...pitchAt(row)]),
    ...pitchAt(Math.max(0, from - context)),
    ...pitchAt(Math.min(last, to + context)),
    ...mean,
    ...levels.map((level) => (level - loudest) / 5),
    (to - from) / 40,
    (slot.rimeAt - slot.onsetAt) / 5,
  ];
}
