import { makeLogMel, melBands } from "./log-mel";
import type { Rows } from "./network";
import { makePitchgram, pitchBands } from "./pitch";
import { prepare, type Sound } from "./sound";

/** The cepstral coefficients that differ more between eSpeak NG's voices than between what they say. */
const shapes = [1, 3, 4, 5, 8, 9, 11] as const;

/** What is measured of each 10 ms: loudness, pitch and the shape of the spectrum. */
export const voiceFeatures = 2 + shapes.length;

const mostUnvoiced = 0.55;

/** A row for each 10 ms. */
export type VoiceFrames = Rows & { data: Float32Array<ArrayBuffer> };

/** The frames of sound that was cut into parts. */
export function joinFrames(parts: readonly VoiceFrames[]): VoiceFrames {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const joined = { count, width: voiceFeatures, data: new Float32Array(count * voiceFeatures) };
  let at = 0;
  for (const { data } of parts) {
    joined.data.set(data, at);
    at += data.length;
  }
  return joined;
}

/** Rows of loudness (natural logarithm), pitch in semitones above 70 Hz (NaN where there is none) and cepstrum. */
export function measureVoice(sound: Sound): VoiceFrames {
  const samples = prepare(sound);
  const [mel, pitches] = [makeLogMel(samples), makePitchgram(samples)];
  const rows = { count: mel.count, width: voiceFeatures, data: new Float32Array(mel.count * voiceFeatures) };
  for (let row = 0; row < mel.count; row++) {
    const bands = mel.data.subarray(row * mel.width, (row + 1) * mel.width);
    const at = row * voiceFeatures;
    rows.data[at] = Math.max(...bands);
    rows.data[at + 1] = pitchOf(pitches.data.subarray(row * pitchBands, (row + 1) * pitchBands));
    for (const [index, cosines] of shapeCosines.entries()) rows.data[at + 2 + index] = weigh(bands, cosines);
  }
  return rows;
}

const shapeCosines = shapes.map((shape) =>
  Float64Array.from({ length: melBands }, (_, band) => Math.cos((Math.PI * shape * (band + 0.5)) / melBands)),
);

const weigh = (bands: Float32Array, cosines: Float64Array): number =>
  (2 / melBands) * bands.reduce((sum, value, band) => sum + value * (cosines[band] as number), 0);

const semitonesPerBand = (12 * Math.log2(400 / 70)) / (pitchBands - 1);

/** The highest pitch that repeats about as well as the best: at half the pitch a sound repeats as well. */
function pitchOf(bands: Float32Array): number {
  const best = Math.max(...bands);
  if (best < mostUnvoiced) return Number.NaN;
  for (let band = pitchBands - 1; band >= 0; band--) {
    const value = bands[band] as number;
    const [below, above] = [bands[band - 1] ?? -1, bands[band + 1] ?? -1];
    if (value >= 0.88 * best && value >= below && value >= above) return band * semitonesPerBand;
  }
  return Number.NaN;
}
