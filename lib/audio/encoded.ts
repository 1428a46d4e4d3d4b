import type { Audio, Encoding } from "@/lib/audio/formats";
import { contentTypes, isTelephoneFormat } from "./formats";

export type EncodedAudio = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  extension: string;
  /** Of the samples; players show the same within a millisecond per second. */
  durationSeconds: number;
};

export function describeEncoded(audio: Audio, encoding: Encoding, bytes: Uint8Array<ArrayBuffer>): EncodedAudio {
  const extension = isTelephoneFormat(encoding.format) && encoding.container === "wav" ? "wav" : encoding.format;
  return {
    bytes,
    contentType: contentTypes[extension],
    extension,
    durationSeconds: audio.samples.length / audio.sampleRate,
  };
}
