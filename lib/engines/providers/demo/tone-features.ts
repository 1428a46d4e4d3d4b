import type { Rows } from "./layers";
import { meanPitch } from "./pitchgram";
import type { Slot } from "./slots";

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
