/** Of full scale, at the usual volume: what is quieter at an end is silence. */
const silence = 10 ** (-50 / 20);

/** Silence before and after the speech. Some devices swallow the first and the last moment of a sound. */
const leadingSeconds = 0.03;
const trailingSeconds = 0.15;

/** The engine may break off its last sound: these seconds of it fade away. */
const fadeSeconds = 0.005;

/**
 * Samples beyond `knee` are held ever more, and none passes `ceiling`, so that no encoder takes a peak beyond -1 dBTP.
 * At the usual volume a few peaks of the voices with the highest gain are touched.
 */
const knee = 10 ** (-6 / 20);
const ceiling = 10 ** (-3.5 / 20);

type Options = { volume: number; gainDb: number };

/** The engine's samples as loud as the other voices', with set silences at both ends. */
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

/** From the first sample that is no silence until after the last; all of what is only silence. */
function findSound(pcm: Int16Array, quiet: number): { from: number; to: number } {
  const isSound = (sample: number) => Math.abs(sample) > quiet;
  const from = pcm.findIndex(isSound);
  return from < 0 ? { from: 0, to: pcm.length } : { from, to: pcm.findLastIndex(isSound) + 1 };
}
