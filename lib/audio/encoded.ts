import type { Audio, Encoding } from "@/lib/audio/formats";
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
  const extension = isTelephoneFormat(encoding.format) && encoding.container === "wav" ? "wav" : encoding.format;
  return {
    bytes,
    contentType: contentTypes[extension],
    extension,
    durationSeconds: audio.samples.length / audio.sampleRate,
    spark: sparkOf(audio.samples),
  };
}
