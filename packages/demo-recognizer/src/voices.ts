import { makeLogMel, melBands } from "./log-mel";
import type { Rows } from "./network";
import { makePitchgram, pitchBands } from "./pitch";
import { prepare, type Sound } from "./sound";
import space from "./voice-space.json" with { type: "json" };

/** In how many directions voices are compared: those in which they differ most, by linear discriminant analysis. */
export const voiceDirections = space.length;

/** What is measured of each 10 ms: loudness, and where in these directions the sound is. */
export const voiceFeatures = 1 + voiceDirections;

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

/**
 * Rows of loudness (natural logarithm of the energy) and of the place in each direction, NaN without a pitch. Within a
 * voice, the mean place over 84 frames with a pitch varies by about 1 in each direction.
 */
export function measureVoice(sound: Sound): VoiceFrames {
  const samples = prepare(sound);
  const raised = 2 * Math.log((peakOf(samples) || 1) / (peakOf(sound.samples) || 1));
  const [mel, pitches] = [makeLogMel(samples), makePitchgram(samples)];
  const rows = { count: mel.count, width: voiceFeatures, data: new Float32Array(mel.count * voiceFeatures) };
  for (let row = 0; row < mel.count; row++) {
    const bands = mel.data.subarray(row * mel.width, (row + 1) * mel.width);
    const pitch = pitchOf(pitches.data.subarray(row * pitchBands, (row + 1) * pitchBands));
    const at = row * voiceFeatures;
    // Parts of a recording are raised by different amounts, and are compared.
    rows.data[at] = Math.max(...bands) - raised;
    for (const [index, weights] of bandWeights.entries())
      rows.data[at + 1 + index] = weigh(bands, weights) + pitch * (pitchWeights[index] as number);
  }
  return rows;
}

const peakOf = (samples: Float32Array): number =>
  samples.reduce((most, sample) => (Math.abs(sample) > most ? Math.abs(sample) : most), 0);

/** A direction is a weight for the pitch in semitones, and one for each cepstral coefficient but that of loudness. */
const pitchWeights = space.map(([pitch]) => pitch as number);

const bandWeights = space.map(([, ...cepstrum]) =>
  Float64Array.from(
    { length: melBands },
    (_, band) =>
      (2 / melBands) *
      cepstrum.reduce(
        (sum, weight, index) => sum + weight * Math.cos((Math.PI * (index + 1) * (band + 0.5)) / melBands),
        0,
      ),
  ),
);

function weigh(bands: Float32Array, weights: Float64Array): number {
  let sum = 0;
  for (let band = 0; band < weights.length; band++) sum += (bands[band] as number) * (weights[band] as number);
  return sum;
}

const semitonesPerBand = (12 * Math.log2(400 / 70)) / (pitchBands - 1);

/** In semitones above 70 Hz: the highest that repeats about as well as the best, since half a pitch repeats as well. */
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
