import type { Decoded } from "@/lib/engines/audio/decode";
import { resample } from "@/lib/engines/audio/resample";
import { AppError } from "@/lib/platform/errors";
import { mixDown, readChannel, readWav, secondsOf } from "./wav";

/** `start`: where the WAV begins in its file. `isSeparate`: keeps the two channels of a stereo file apart. */
export type WavDecoding = { sampleRate: number; maxSeconds: number; isSeparate?: boolean; start?: number };

/** From a higher rate on, sound is brought to `halfwayRate` first: the filter of `resample` has a fixed length. */
const highestRateAtOnce = 96_000;
const halfwayRate = 48_000;

/** Blocks its thread: 0.1 s per minute. Null for other codecs, or over two channels to keep apart. Throws AUDIO_*. */
export function decodeWav(
  file: Uint8Array,
  { sampleRate, maxSeconds, isSeparate, start }: WavDecoding,
): Decoded | null {
  const layout = readWav(start ? file.subarray(start) : file);
  if (!layout || (isSeparate && layout.channels > 2)) return null;
  const durationSeconds = secondsOf(layout);
  if (durationSeconds > maxSeconds) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
  if (durationSeconds === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const convert = (samples: Float32Array) => {
    const audio = { samples, sampleRate: layout.sampleRate };
    return resample(layout.sampleRate > highestRateAtOnce ? resample(audio, halfwayRate) : audio, sampleRate).samples;
  };
  if (!isSeparate || layout.channels === 1) return { samples: convert(mixDown(layout)), sampleRate, durationSeconds };
  const [samples, second] = [0, 1].map((channel) => convert(readChannel(layout, channel))) as [
    Float32Array,
    Float32Array,
  ];
  return { samples, second, sampleRate, durationSeconds };
}
