import "server-only";
import { buffer } from "node:stream/consumers";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import type { ByteRange, StoredObject } from "@/lib/platform/objects/store";
import { readBook } from "@/lib/speech/books/book";
import type { SpokenChapter } from "@/lib/speech/content";

/** The sound of one part, in the object of its step or in the copy of another job's audio. */
type Sound = { stored: StoredObject; range?: ByteRange; bytes: number };

/**
 * What was read, chapter by chapter, or of one chapter by its number. Places are counted from the first byte of sound.
 */
export async function collectSounds(
  jobId: string,
  only?: number,
): Promise<{ chapters: SpokenChapter[]; sounds: Sound[] }> {
  const steps = await db.longJobStep.findMany({
    where: { jobId, kind: { in: ["prepare", "chunk"] }, isDone: true },
    select: { number: true, inputObject: true, resultObject: true },
  });
  const byNumber = new Map(steps.map((step) => [step.number, step]));
  const text = steps.find(({ number }) => number > 0);
  if (!text) return { chapters: [], sounds: [] };
  const book = await readBook(text.inputObject);
  const other = byNumber.get(0)?.resultObject ?? null;
  const audio = other === null ? null : await objectStore().open(other);

  const sounds: Sound[] = [];
  const chapters: SpokenChapter[] = [];
  let [number, at] = [0, 0];
  for (const [index, { title, voiceId, parts }] of book.chapters.entries()) {
    const read: SpokenChapter["parts"] = [];
    for (const { text, pauseSeconds, digest, kept } of parts) {
      number += 1;
      const step = byNumber.get(number);
      if (!step || (only !== undefined && only !== index + 1)) continue;
      const sound = kept ? keptSound(audio, kept) : await madeSound(step.resultObject);
      sounds.push(sound);
      read.push({ text, pauseSeconds, digest, from: at, to: at + sound.bytes });
      at += sound.bytes;
    }
    if (read.length > 0) chapters.push({ title, voiceId, parts: read });
  }
  return { chapters, sounds };
}

function keptSound(stored: StoredObject | null, { from, to }: { from: number; to: number }): Sound {
  if (!stored) throw new Error("the audio of another job is missing");
  return { stored, range: { start: from, end: to - 1 }, bytes: to - from };
}

async function madeSound(object: string | null): Promise<Sound> {
  const stored = object === null ? null : await objectStore().open(object);
  if (!stored) throw new Error("the result of a part is missing");
  return { stored, bytes: stored.size };
}

/** As much as an MP3 header has. */
export function beginningOf({ stored, range }: Sound): Promise<Uint8Array> {
  const start = range?.start ?? 0;
  return buffer(stored.read({ start, end: start + 3 }));
}

export async function* fileOf(head: Uint8Array, sounds: readonly Sound[]): AsyncGenerator<Uint8Array> {
  yield head;
  for (const { stored, range } of sounds) yield* stored.read(range);
}
