import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { contentTypes } from "./formats";

export type EncodedAudio = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  extension: string;
  /** Of the samples; players show the same within a millisecond per second. */
  durationSeconds: number;
};

export const describeEncoded = (audio: Audio, format: AudioFormat, bytes: Uint8Array<ArrayBuffer>): EncodedAudio => ({
  bytes,
  contentType: contentTypes[format],
  extension: format,
  durationSeconds: audio.samples.length / audio.sampleRate,
});
