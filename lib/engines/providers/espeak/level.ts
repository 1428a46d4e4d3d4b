/** Relative to full scale at default volume; leading and trailing samples below it are silence. */
const silence = 10 ** (-50 / 20);

/** Silence before and after the speech, because some devices drop the first and last moment of audio. */
const leadingSeconds = 0.03;
const trailingSeconds = 0.15;

/** The engine may cut off its last sound, so it is faded out over this time. */
const fadeSeconds = 0.005;

/**
 * Soft limiter: samples above `knee` are compressed and none exceeds `ceiling`, so that no encoder produces a peak
 * above -1 dBTP. At default volume it affects only a few peaks of the voices with the highest gain.
 */
const knee = 10 ** (-6 / 20);
const ceiling = 10 ** (-3.5 / 20);

type Options = { volume: number; gainDb: number };

/** Normalizes the loudness and trims the silence at both ends to fixed lengths. */
export function level(pcm: Int16Array, sampleRate: number, { volume, gainDb }: Options): Float32Array<ArrayBuffer> {
  const { from, to } = findSound(pcm, 32_768 * silence * (volume / 100));
  const leading = Math.round(leadingSeconds * sampleRate);
  const trailing = Math.round(trailingSeconds * sampleRate);
  const first = Math.max(0, from - leading);
  const end = Math.min(pcm.length, to + trailing);

  const samples = new Float32Array(leading + to - from + trailing);
  const scale = 10 ** (gainDb / 20) / 32_768;
  const shift = leading - from;
  for (let at = first; at < end; at++) samples[at + shift] = limit((pcm[at] as number) * scale);
  const fade = Math.min(end - first, Math.round(fadeSeconds * sampleRate));
  for (let back = 1; back <= fade; back++)
    samples[end + shift - back] = (samples[end + shift - back] as number) * ((back - 1) / fade);
  return samples;
}

function limit(sample: number): number {
  const beyond = Math.abs(sample) - knee;
  if (beyond <= 0) return sample;
  const room = ceiling - knee;
  return Math.sign(sample) * (knee + room * Math.tanh(beyond / room));
}

/** The range from the first to the last audible sample; everything when there is none. */
function findSound(pcm: Int16Array, quiet: number): { from: number; to: number } {
  const isSound = (sample: number) => Math.abs(sample) > quiet;
  const from = pcm.findIndex(isSound);
  return from < 0 ? { from: 0, to: pcm.length } : { from, to: pcm.findLastIndex(isSound) + 1 };
}
