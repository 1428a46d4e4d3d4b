import "server-only";
import { readFile } from "node:fs/promises";
import { type Decoded, decode } from "@/lib/engines/audio/decode";
import { wavSeconds } from "@/lib/engines/audio/decoding/wav";
import type { AudioContainer } from "@/lib/engines/audio/formats";
import { declaredLength, lengthToCharge } from "@/lib/engines/audio/length";
import type { AudioFile, Sniffed } from "@/lib/engines/audio/sniff";
import { withDecodeSlot } from "@/lib/engines/decode-slots";
import { decodeWavInPool } from "@/lib/engines/pool";
import { asAppError } from "@/lib/engines/provider-error";
import { seconds } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { withTimeout } from "@/lib/platform/with-timeout";
import { encoderPaddingSeconds } from "./choices";
import { maxAudioSeconds, startedSeconds } from "./schema";

/** An uploaded file, in memory where it is short, with the client's name for it. */
export type Upload = AudioFile & { fileName: string | null; size: number };

export type SniffedUpload = Upload & Sniffed;

export const maxSeconds = maxAudioSeconds + encoderPaddingSeconds;

/** The charged seconds of a short WAV, if its header says them; null for other files, and for those to be rejected. */
export function unitsByHeader({ bytes, container, start }: SniffedUpload): number | null {
  if (!bytes || container !== "wav") return null;
  try {
    const length = wavSeconds(bytes.subarray(start)) ?? 0;
    return length > 0 && length <= maxSeconds ? startedSeconds(length) : null;
  } catch (error) {
    // The job rejects the file for the same reason, free of charge.
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** Plain WAV is decoded without FFmpeg. */
export async function decodeUpload(
  file: SniffedUpload,
  { owner, isSeparate, signal }: { owner: string; isSeparate: boolean; signal: AbortSignal },
): Promise<Decoded> {
  const wanted = { maxSeconds, isSeparate, start: file.start };
  try {
    if (file.container === "wav") {
      const plain = await withTimeout(seconds(30), signal, (ended) => decodeWavInPool(file, wanted, ended, owner));
      if (plain) return plain;
    }
    return await withDecodeSlot({ owner, signal }, () => decode(file, { signal, ...wanted }));
  } catch (error) {
    throw asAppError(error, signal);
  }
}

/** The containers whose encoders fill up their frames and say so. */
export const padded: readonly AudioContainer[] = ["mp4", "mp3", "ogg", "webm"];

/** The length by which a file is charged, and which the console shows before it is sent. */
export async function chargedLength(
  { path, bytes, container }: SniffedUpload,
  decodedSeconds: number,
): Promise<number> {
  if (!padded.includes(container)) return decodedSeconds;
  return lengthToCharge(decodedSeconds, declaredLength(bytes ?? (await readFile(path))));
}
