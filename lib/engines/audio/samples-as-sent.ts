import { decodedRate } from "./decode";
import { g711Samples } from "./g711";
import { Resampler } from "./resample";

/** Raw encodings of sound that is sent while it is spoken. */
export const rawEncodings = ["pcm_s16le", "mulaw", "alaw"] as const;

export type RawEncoding = (typeof rawEncodings)[number];

/** `opus` comes in WebM or Ogg, which say their own sample rate. */
export const sentEncodings = [...rawEncodings, "opus"] as const;

/** `isMixed`: two channels are mixed into one. */
export type SentSound<Encoding = (typeof sentEncodings)[number]> = {
  encoding: Encoding;
  sampleRate: number;
  channels: 1 | 2;
  isMixed?: boolean;
};

/** How many channels are transcribed apart. */
export const separateChannels = ({ channels, isMixed }: Omit<SentSound, "encoding">): 1 | 2 => (isMixed ? 1 : channels);

/** Decodes raw sound that arrives in pieces of any length into the samples of each channel at 16 kHz. */
export class SamplesAsSent {
  readonly #sound: SentSound<RawEncoding>;
  readonly #resamplers: (Resampler | null)[];
  /** Bytes of a sample of all channels that is not complete yet. */
  #rest = Buffer.alloc(0);
  #frames = 0;

  constructor(sound: SentSound<RawEncoding>) {
    this.#sound = sound;
    const { sampleRate } = sound;
    const open = () => (sampleRate === decodedRate ? null : new Resampler(sampleRate, decodedRate));
    this.#resamplers = Array.from({ length: separateChannels(sound) }, open);
  }

  /** How long the sound is that came. */
  get seconds(): number {
    return this.#frames / this.#sound.sampleRate;
  }

  get #bytesPerFrame(): number {
    return this.#sound.channels * (this.#sound.encoding === "pcm_s16le" ? 2 : 1);
  }

  push(bytes: Uint8Array): Float32Array[] {
    const { encoding, channels, isMixed } = this.#sound;
    const all = this.#rest.length === 0 ? Buffer.from(bytes) : Buffer.concat([this.#rest, bytes]);
    const frames = Math.floor(all.length / this.#bytesPerFrame);
    this.#rest = all.subarray(frames * this.#bytesPerFrame);
    this.#frames += frames;
    const sampleAt =
      encoding === "pcm_s16le"
        ? (at: number) => all.readInt16LE(at * 2)
        : (at: number) => g711Samples[encoding][all[at] as number] as number;
    return this.#resamplers.map((resampler, channel) => {
      const samples = new Float32Array(frames);
      for (let frame = 0; frame < frames; frame++) {
        const at = frame * channels + channel;
        const sample = isMixed ? (sampleAt(at) + sampleAt(at + channels - 1)) / 2 : sampleAt(at);
        samples[frame] = sample / 32_768;
      }
      return resampler ? resampler.push(samples) : samples;
    });
  }
}
