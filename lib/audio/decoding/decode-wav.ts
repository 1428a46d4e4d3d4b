import { AppError } from "@/lib/errors";
import type { Decoded } from "../decode";
import { resample } from "../resample";
import { mixDown, readWav, secondsOf } from "./wav";

/** Blocks its thread: about a second for ten minutes of sound. Null when the file has a codec. Throws AUDIO_*. */
export function decodeWav(file: Uint8Array, sampleRate: number, maxSeconds: number): Decoded | null {
  const layout = readWav(file);
  if (!layout) return null;
  const durationSeconds = secondsOf(layout);
  if (durationSeconds > maxSeconds) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
  if (durationSeconds === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const { samples } = resample({ samples: mixDown(layout), sampleRate: layout.sampleRate }, sampleRate);
  return { samples, sampleRate, durationSeconds };
}
