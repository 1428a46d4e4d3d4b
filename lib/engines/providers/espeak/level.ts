import { joinPcm, joinSamples } from "@/lib/engines/audio/bytes";

/** Relative to full scale at default volume; leading and trailing samples below it are silence. */
const silence = 10 ** (-50 / 20);

/** Silence before and after the speech, because some devices drop the first and last moment of audio. */
const leadingSeconds = 0.03;
const trailingSeconds = 0.15;

/** The engine may cut off its last sound, so it is faded out over this time. */
const fadeSeconds = 0.005;

/** Soft limiter: compresses samples above `knee` to at most `ceiling`, so that no encoder's peaks exceed -1 dBTP. */
const knee = 10 ** (-6 / 20);
const ceiling = 10 ** (-3.5 / 20);

type Options = { volume: number; gainDb: number };

/** Normalizes the loudness and trims the silence at both ends to fixed lengths. */
export function level(pcm: Int16Array, sampleRate: number, options: Options): Float32Array<ArrayBuffer> {
  const leveler = new Leveler(sampleRate, options);
  return joinSamples([leveler.push(pcm), leveler.end()]);
}

/** What it keeps back, and how much silence it has left out at the beginning, once there is sound. */
export type LevelState = { kept: Int16Array<ArrayBuffer>; skipped: number | null };

/** Levels sound while it is made as `level` does the whole: quiet samples are kept back until the next sound or the end. */
export class Leveler {
  readonly #leading: number;
  readonly #trailing: number;
  readonly #fade: number;
  readonly #quiet: number;
  readonly #scale: number;
  #kept: Int16Array<ArrayBuffer>;
  #skipped: number | null;

  constructor(sampleRate: number, { volume, gainDb }: Options, state?: LevelState) {
    this.#kept = state?.kept ?? new Int16Array(0);
    this.#skipped = state?.skipped ?? null;
    this.#leading = Math.round(leadingSeconds * sampleRate);
    this.#trailing = Math.round(trailingSeconds * sampleRate);
    this.#fade = Math.round(fadeSeconds * sampleRate);
    this.#quiet = 32_768 * silence * (volume / 100);
    this.#scale = 10 ** (gainDb / 20) / 32_768;
  }

  /** For a leveler that goes on where this one ended. */
  get state(): LevelState {
    return { kept: this.#kept, skipped: this.#skipped };
  }

  /** By how many samples the result is ahead of what the engine made; null before the first sound. */
  get shift(): number | null {
    return this.#skipped === null ? null : this.#leading - this.#skipped;
  }

  push(pcm: Int16Array): Float32Array<ArrayBuffer> {
    const lead = this.#begin(joinPcm(this.#kept, pcm));
    if (!lead) return new Float32Array(0);
    const sure = Math.max(0, Math.min(this.#endOfSound(), this.#kept.length - this.#fade));
    const samples = joinSamples([lead, this.#amplify(this.#kept.subarray(0, sure))]);
    this.#kept = this.#kept.slice(sure);
    return samples;
  }

  end(): Float32Array<ArrayBuffer> {
    const isSilent = this.#skipped === null;
    const sound = isSilent ? this.#kept.length : this.#endOfSound();
    const last = this.#amplify(this.#kept.subarray(0, sound + this.#trailing));
    const fade = Math.min(last.length, this.#fade);
    for (let back = 1; back <= fade; back++)
      last[last.length - back] = (last[last.length - back] as number) * ((back - 1) / fade);
    const rest = new Float32Array(sound + this.#trailing - last.length);
    return joinSamples([new Float32Array(isSilent ? this.#leading : 0), last, rest]);
  }

  /** Keeps the samples from the first sound on, and returns the silence before it once; null while there is no sound. */
  #begin(pcm: Int16Array<ArrayBuffer>): Float32Array | null {
    this.#kept = pcm;
    if (this.#skipped !== null) return new Float32Array(0);
    const from = pcm.findIndex(this.#isSound);
    if (from < 0) return null;
    this.#skipped = from;
    this.#kept = pcm.slice(from);
    const before = this.#amplify(pcm.subarray(Math.max(0, from - this.#leading), from));
    return joinSamples([new Float32Array(this.#leading - before.length), before]);
  }

  #isSound = (sample: number): boolean => Math.abs(sample) > this.#quiet;

  #endOfSound = (): number => this.#kept.findLastIndex(this.#isSound) + 1;

  #amplify(pcm: Int16Array): Float32Array {
    const samples = new Float32Array(pcm.length);
    for (let at = 0; at < pcm.length; at++) samples[at] = limit((pcm[at] as number) * this.#scale);
    return samples;
  }
}

function limit(sample: number): number {
  const beyond = Math.abs(sample) - knee;
  if (beyond <= 0) return sample;
  const room = ceiling - knee;
  return Math.sign(sample) * (knee + room * Math.tanh(beyond / room));
}
