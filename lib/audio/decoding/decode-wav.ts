import { AppError } from "@/lib/errors";
import type { Decoded } from "../decode";
import { resample } from "../resample";
import { mixDown, readChannel, readWav, secondsOf } from "./wav";

/** `isSeparate`: keeps the two channels of a stereo file apart. */
export type WavDecoding = { sampleRate: number; maxSeconds: number; isSeparate?: boolean };

/** Blocks its thread: 0.1 s per minute. Null for other codecs, or over two channels to keep apart. Throws AUDIO_*. */
export function decodeWav(file: Uint8Array, { sampleRate, maxSeconds, isSeparate }: WavDecoding): Decoded | null {
  const layout = readWav(file);
  if (!layout || (isSeparate && layout.channels > 2)) return null;
  const durationSeconds = secondsOf(layout);
  if (durationSeconds > maxSeconds) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
  if (durationSeconds === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const convert = (samples: Float32Array) => resample({ samples, sampleRate: layout.sampleRate }, sampleRate).samples;
  if (!isSeparate || layout.channels === 1) return { samples: convert(mixDown(layout)), sampleRate, durationSeconds };
  const [samples, second] = [0, 1].map((channel) => convert(readChannel(layout, channel))) as [
    Float32Array,
    Float32Array,
  ];
  return { samples, second, sampleRate, durationSeconds };
}
