import "server-only";
import { extensionOf } from "@/lib/engines/audio/encoded";
import { type Encoding, isFfmpegFormat, type SpeechEncoding } from "@/lib/engines/audio/formats";
import { sparkOf } from "@/lib/engines/audio/spark";
import { EncoderAsMade } from "@/lib/engines/encode-as-made";
import { FfmpegEncoder } from "@/lib/engines/encode-with-ffmpeg";
import type { SpeechPart } from "@/lib/engines/provider";

/** The loudest sample of so many is kept for the small wave, in seconds. */
const peakSeconds = 0.01;

const openEncoder = (encoding: SpeechEncoding, sampleRate: number, owner: string) =>
  isFfmpegFormat(encoding.format)
    ? new FfmpegEncoder(encoding.format, sampleRate)
    : new EncoderAsMade(encoding as Encoding, sampleRate, owner);

/** Speech that is encoded part by part, and what its record says of the whole. */
export class EncodedSpeech {
  readonly #encoding: SpeechEncoding;
  /** Whose share of the encoder it uses. */
  readonly #owner: string;
  readonly #peaks: number[] = [];
  #encoder: EncoderAsMade | FfmpegEncoder | undefined;
  #seconds = 0;

  constructor(encoding: SpeechEncoding, owner: string) {
    this.#encoding = encoding;
    this.#owner = owner;
  }

  /** How long what was pushed is. */
  get seconds(): number {
    return this.#seconds;
  }

  /** Throws ProviderError. */
  async push({ samples, sampleRate }: SpeechPart): Promise<Uint8Array> {
    this.#encoder ??= openEncoder(this.#encoding, sampleRate, this.#owner);
    this.#seconds += samples.length / sampleRate;
    const step = Math.max(1, Math.round(sampleRate * peakSeconds));
    for (let at = 0; at < samples.length; at += step)
      this.#peaks.push(samples.subarray(at, at + step).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0));
    return this.#encoder.push({ samples, sampleRate });
  }

  /** The last bytes, and what replaces the first ones. */
  async finish() {
    const last = (await this.#encoder?.end()) ?? { bytes: new Uint8Array(0) };
    const spark = sparkOf(Float32Array.from(this.#peaks));
    return { ...last, extension: extensionOf(this.#encoding), durationSeconds: this.#seconds, spark };
  }

  close(): void {
    this.#encoder?.close();
  }
}
