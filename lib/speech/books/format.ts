import { id3Tag } from "@/lib/engines/audio/provenance";
import { beginWav } from "@/lib/engines/audio/wav";

// Apart from what encodes: pages need these too, and no encoder.

/** The sample rate of all parts, in Hz, whatever the engine's is. */
export const bookSampleRate = 24_000;

/** Both formats have as many bytes for each moment: MP3 at 64 kbit/s has frames of 24 ms in 192 bytes, WAV 16-bit samples. */
export const bytesPerMs = { mp3: 8, wav: 48 } as const;

export type BookAudioFormat = keyof typeof bytesPerMs;

/** The bytes before a chapter of so many bytes, where it is a file of its own; null for audio without chapters. */
export function writeChapterHead(extension: string, bytes: number): Uint8Array<ArrayBuffer> | null {
  if (extension === "wav") return beginWav(bookSampleRate, "pcm", bytes);
  return extension === "mp3" ? id3Tag : null;
}
