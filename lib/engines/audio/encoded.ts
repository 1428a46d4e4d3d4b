import type { Audio, Encoding, SpeechEncoding } from "@/lib/engines/audio/formats";
import { contentTypes, isTelephoneFormat } from "./formats";
import { sparkOf } from "./spark";

export type EncodedAudio = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  extension: string;
  /** Of the samples; players show the same within a millisecond per second. */
  durationSeconds: number;
  /** The small wave of lists, see `sparkOf`. */
  spark: string;
};

export function describeEncoded(audio: Audio, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): EncodedAudio {
  const extension = extensionOf(encoding);
  return {
    bytes,
    contentType: contentTypes[extension],
    extension,
    durationSeconds: audio.samples.length / audio.sampleRate,
    spark: sparkOf(audio.samples),
  };
}

/** Of the file, which also names its type. */
export const extensionOf = <Wanted extends SpeechEncoding>({ format, container }: Wanted): Wanted["format"] =>
  isTelephoneFormat(format) && container === "wav" ? "wav" : format;
