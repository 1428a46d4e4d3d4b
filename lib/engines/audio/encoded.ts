import type { Audio, Encoding, SpeechEncoding } from "@/lib/engines/audio/formats";
import { lengthOf } from "./bytes";
import { contentTypes, isTelephoneFormat } from "./formats";
import { sparkOf } from "./spark";

export type EncodedAudio = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  extension: string;
  /** The duration of the samples; players show the same within a millisecond per second. */
  durationSeconds: number;
  /** The small wave of lists, see `sparkOf`. */
  spark: string;
};

/** Polled during long work, which ends early with a meaningless result once it returns true. */
export type IsStopped = () => boolean;

export type StreamEncoder = {
  /** What it takes; the samples for `openStreamEncoder` are resampled to it. */
  sampleRate: number;
  push(samples: Float32Array): Uint8Array<ArrayBuffer>;
  /** The rest, and what replaces the first bytes of the whole file, now that its length is known. */
  end(): { bytes: Uint8Array<ArrayBuffer>; head?: Uint8Array<ArrayBuffer> };
  close?(): void;
};

export function describeEncoded(audio: Audio, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): EncodedAudio {
  const extension = extensionOf(encoding);
  return {
    bytes,
    contentType: contentTypes[extension],
    extension,
    durationSeconds: lengthOf(audio) / audio.sampleRate,
    spark: sparkOf(audio.pcm ?? audio.samples),
  };
}

/** The extension of the file, which also names its type. */
export const extensionOf = <Wanted extends SpeechEncoding>({ format, container }: Wanted): Wanted["format"] =>
  isTelephoneFormat(format) && container === "wav" ? "wav" : format;
