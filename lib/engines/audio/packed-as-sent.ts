import "server-only";
import { once } from "node:events";
import { PassThrough } from "node:stream";
import { type Decoding, hasFfmpeg, startFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { decodedRate } from "./decode";
import { inputNames } from "./formats";
import { type RawEncoding, SamplesAsSent, type SentSound, separateChannels } from "./samples-as-sent";

/** For an hour of sound and a margin: the decoder of a session takes about half a second of processor time a minute. */
const [cpuSeconds, longestMs] = [120, minutes(65)];

/** The first bytes of the containers in which browsers and phones send Opus. */
const starts = [
  { container: "webm", bytes: Buffer.from([0x1a, 0x45, 0xdf, 0xa3]) },
  { container: "ogg", bytes: Buffer.from("OggS") },
] as const;

/** Sound that comes in pieces, and leaves as the samples of each channel at 16 kHz. */
export interface SoundAsSent {
  /** How long the sound is that has left. */
  readonly seconds: number;
  take(bytes: Uint8Array): AsyncIterable<Float32Array[]>;
  /** No more sound comes. */
  rest(): AsyncIterable<Float32Array[]>;
  /** Must be called. */
  end(): void;
}

/** `ready` is called when samples can be taken although no sound came: a decoder has needed some time for them. */
export function openSound(sound: SentSound, signal: AbortSignal, ready: () => void): SoundAsSent {
  const { encoding } = sound;
  if (encoding === "opus") return new PackedAsSent(separateChannels(sound), signal, ready);
  const samples = new SamplesAsSent({ ...sound, encoding: encoding satisfies RawEncoding });
  return {
    get seconds() {
      return samples.seconds;
    },
    async *take(bytes) {
      yield samples.push(bytes);
    },
    async *rest() {},
    end: () => undefined,
  };
}

/** Throws AUDIO_UNSUPPORTED where FFmpeg is missing. */
export function requirePackedSound(): void {
  if (hasFfmpeg()) return;
  const values = { formats: inputNames.plain };
  throw new AppError("AUDIO_UNSUPPORTED", { param: "encoding", message: "speech.unsupported", values });
}

/**
 * Decodes sound that arrives in a container, in pieces of any length, by an FFmpeg process of its own. What a piece
 * decodes to may come with a later one.
 */
class PackedAsSent implements SoundAsSent {
  readonly #signal: AbortSignal;
  readonly #channels: 1 | 2;
  readonly #ready: () => void;
  readonly #samples: SamplesAsSent;
  readonly #source = new PassThrough();
  #head = Buffer.alloc(0);
  #decoding: Decoding | undefined;
  #exitCode: number | null | undefined;
  #wake: () => void = () => undefined;

  constructor(channels: 1 | 2, signal: AbortSignal, ready: () => void) {
    this.#channels = channels;
    this.#signal = signal;
    this.#ready = ready;
    this.#samples = new SamplesAsSent({ encoding: "pcm_s16le", sampleRate: decodedRate, channels });
  }

  get seconds(): number {
    return this.#samples.seconds;
  }

  /** The samples of each channel that are ready. Throws AUDIO_INVALID for what is no sound in WebM or Ogg. */
  async *take(bytes: Uint8Array): AsyncGenerator<Float32Array[]> {
    const source = this.#open(bytes);
    if (!source) return;
    let isWritten = this.#source.write(source);
    if (!isWritten) {
      void once(this.#source, "drain", { signal: this.#signal }).then(
        () => {
          isWritten = true;
          this.#wake();
        },
        () => this.#wake(),
      );
    }
    yield* this.#read(() => isWritten);
  }

  /** The rest of the samples: no more sound comes. */
  async *rest(): AsyncGenerator<Float32Array[]> {
    if (!this.#decoding) return;
    this.#source.end();
    yield* this.#read(() => this.#exitCode !== undefined);
  }

  end(): void {
    this.#decoding?.end();
  }

  /** Starts the decoder with the first bytes that say what they are in. Returns what is to be written to it. */
  #open(bytes: Uint8Array): Uint8Array | null {
    // It has ended by itself: what goes on is another recording.
    if (this.#exitCode !== undefined) throw new AppError("AUDIO_INVALID");
    if (this.#decoding) return bytes;
    this.#head = Buffer.concat([this.#head, bytes]);
    if (this.#head.length < 4) return null;
    const container = starts.find((start) => this.#head.subarray(0, 4).equals(start.bytes))?.container;
    if (!container) throw new AppError("AUDIO_INVALID");
    this.#decoding = startFfmpeg(container, {
      source: this.#source,
      sampleRate: decodedRate,
      maxSeconds: longestMs / 1000,
      channels: this.#channels,
      signal: this.#signal,
      longestMs,
      cpuSeconds,
      isLive: true,
    });
    this.#source.on("error", () => this.#wake());
    const { output, closed } = this.#decoding;
    output.on("readable", () => {
      this.#wake();
      this.#ready();
    });
    void closed.then((code) => {
      this.#exitCode = code;
      this.#wake();
    });
    return this.#head;
  }

  async *#read(isEnough: () => boolean): AsyncGenerator<Float32Array[]> {
    for (;;) {
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      const chunk = this.#decoding?.output.read() as Buffer | null;
      if (chunk) yield this.#samples.push(chunk);
      else if (this.#signal.aborted) throw this.#signal.reason;
      else if (this.#exitCode !== undefined && this.#exitCode !== 0) throw new AppError("AUDIO_INVALID");
      else if (isEnough() || this.#exitCode === 0) return;
      else await woken;
    }
  }
}
