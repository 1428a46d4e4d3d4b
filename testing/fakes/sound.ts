/** Measurements of audio samples. */
export type Recognized = { pitchHz: number; peak: number; rms: number };

const window = 1024;
const hop = 1024;

/** The median pitch of the voiced parts (autocorrelation), the peak, and the root mean square. */
export function listen(samples: Float32Array, sampleRate: number): Recognized {
  const pitches: number[] = [];
  let [peak, energy] = [0, 0];
  for (const sample of samples) {
    peak = Math.max(peak, Math.abs(sample));
    energy += sample * sample;
  }
  const longestLag = Math.floor(sampleRate / 65);
  for (let at = 0; at + window + longestLag < samples.length; at += hop) {
    const lag = findLag(samples.subarray(at, at + window + longestLag), Math.floor(sampleRate / 400), longestLag);
    if (lag) pitches.push(sampleRate / lag);
  }
  const pitchHz = pitches.sort((a, b) => a - b)[Math.floor(pitches.length / 2)] ?? 0;
  return { pitchHz, peak, rms: Math.sqrt(energy / samples.length) };
}

/** The shortest lag with about the best autocorrelation; undefined for noise and silence. */
function findLag(piece: Float32Array, from: number, to: number): number | undefined {
  const energy = correlate(piece, 0, 0);
  if (energy / window < 0.001) return undefined;
  let moved = correlate(piece, from, from);
  const likeness: number[] = [];
  for (let lag = from; lag <= to; lag++) {
    likeness.push(correlate(piece, 0, lag) / Math.sqrt(energy * moved + 1e-9));
    moved += (piece[lag + window] ?? 0) ** 2 - (piece[lag] as number) ** 2;
  }
  const best = Math.max(...likeness);
  const isPeak = (value: number, index: number) =>
    value > 0.9 * best && value >= (likeness[index - 1] ?? 0) && value >= (likeness[index + 1] ?? 0);
  return best > 0.6 ? from + likeness.findIndex(isPeak) : undefined;
}

function correlate(piece: Float32Array, left: number, right: number): number {
  let sum = 0;
  for (let at = 0; at < window; at++) sum += (piece[left + at] as number) * (piece[right + at] as number);
  return sum;
}

/** A sine tone with amplitude `level`. */
export function makeTone(frequencyHz: number, sampleRate: number, seconds: number, level = 0.5): Float32Array {
  const step = (2 * Math.PI * frequencyHz) / sampleRate;
  const samples = new Float32Array(Math.round(sampleRate * seconds));
  // Ten times as fast as `from` with a function.
  for (let at = 0; at < samples.length; at++) samples[at] = level * Math.sin(at * step);
  return samples;
}
