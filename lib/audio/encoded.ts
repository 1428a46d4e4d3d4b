import type { Audio, AudioFormat } from "@/lib/audio/formats";
import { contentTypes } from "./formats";

export type EncodedAudio = {
  bytes: Uint8Array<ArrayBuffer>;
  contentType: string;
  extension: string;
  /** Of the samples, not of the file. A player agrees to a thousandth of a second. */
  durationSeconds: number;
};

export const describeEncoded = (audio: Audio, format: AudioFormat, bytes: Uint8Array<ArrayBuffer>): EncodedAudio => ({
  bytes,
  contentType: contentTypes[format],
  extension: format,
  durationSeconds: audio.samples.length / audio.sampleRate,
});
