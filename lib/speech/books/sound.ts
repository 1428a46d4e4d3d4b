import "server-only";
import { joinBytes } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { soundFrames, writeInfoFrame } from "@/lib/engines/audio/mp3";
import { chapterTag, type MarkedChapter } from "@/lib/engines/audio/provenance";
import { beginWav } from "@/lib/engines/audio/wav";
import { silencesOf } from "@/lib/engines/pieces";
import { encodeInPool } from "@/lib/engines/pool";
import { type BookAudioFormat, bookSampleRate, bytesPerMs } from "./format";

const frameMs = 24;

/** Silence that is left around the sound of a part, so that no soft beginning or end is cut off. */
const marginSeconds = 0.03;

/** An MP3 encoder adds about two frames of silence to each part, which are a part of the pause behind it. */
const addedSeconds = { mp3: (2 * frameMs) / 1000, wav: 0 };

/** The sound of a part with so much silence behind it. Sounds one behind another are one, without clicks. */
export async function encodePart(
  audio: Audio,
  { audioFormat, pauseSeconds }: { audioFormat: BookAudioFormat; pauseSeconds: number },
  signal: AbortSignal,
  owner: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const { samples, sampleRate } = audio;
  const { before, after } = silencesOf(samples);
  const margin = Math.round(marginSeconds * sampleRate);
  const sound = samples.subarray(Math.max(0, before - margin), samples.length - Math.max(0, after - margin));
  const pause = pauseSeconds - 2 * marginSeconds - addedSeconds[audioFormat];
  const padded = new Float32Array(sound.length + Math.max(0, Math.round(pause * sampleRate)));
  padded.set(sound);
  const format = audioFormat === "mp3" ? "mp3" : "pcm";
  const { bytes } = await encodeInPool(
    { samples: padded, sampleRate },
    { format, sampleRate: bookSampleRate },
    signal,
    owner,
  );
  if (audioFormat === "mp3") return soundFrames(bytes);
  // Whole milliseconds, so that every part begins at one.
  const whole = new Uint8Array(Math.ceil(bytes.length / bytesPerMs.wav) * bytesPerMs.wav);
  whole.set(bytes);
  return whole;
}

/** The bytes before the parts of a file: `first` is the beginning of the first one, and all have so many bytes. */
export function writeHead(
  audioFormat: BookAudioFormat,
  { chapters, first, bytes }: { chapters: readonly MarkedChapter[]; first: Uint8Array; bytes: number },
): Uint8Array<ArrayBuffer> {
  if (audioFormat === "wav") return beginWav(bookSampleRate, "pcm", bytes);
  const frames = bytes / (bytesPerMs.mp3 * frameMs);
  return joinBytes([chapterTag(chapters), writeInfoFrame(first, { frames, bytes, padding: 0 })]);
}
