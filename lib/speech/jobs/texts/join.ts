import "server-only";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import type { ByteRange, StoredObject } from "@/lib/platform/objects/store";
import { readBook } from "@/lib/speech/books/book";
import { bytesPerMs } from "@/lib/speech/books/format";
import { writeHead } from "@/lib/speech/books/sound";
import type { Outcome } from "@/lib/speech/call";
import { type SpokenChapter, storeContentAndFile, textOfChapters } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";
import type { LongJob } from "../jobs";
import { withFile } from "../scratch";
import { readWantedSpeech } from "../wanted";

/** The sound of one part, in the object of its step or in the copy of another job's audio. */
type Sound = { stored: StoredObject; range?: ByteRange; bytes: number };

/** Joins the sound of all parts that were read to one file with marks for its chapters, and stores it with its text. */
export async function joinSpeech(job: LongJob, signal: AbortSignal): Promise<Outcome> {
  const wanted = await readWantedSpeech(job);
  const { chapters, sounds } = await collect(job);
  const [first] = sounds;
  const nothing = { audioObject: null, audioFormat: null, contentObject: null, inputObject: null };
  if (!first) return { ...nothing, audioDuration: 0, fileSizeBytes: "0" };

  const { audioFormat, config, readingUsed: reading } = wanted;
  const bytes = sounds.reduce((sum, sound) => sum + sound.bytes, 0);
  const msOf = (at: number) => at / bytesPerMs[audioFormat];
  const marked = chapters.map(({ title, parts }, index) => ({
    title: title ?? String(index + 1),
    startMs: msOf(parts[0]?.from ?? 0),
    endMs: msOf(parts.at(-1)?.to ?? 0),
  }));
  const head = writeHead(audioFormat, { chapters: marked, first: await beginningOf(first), bytes });
  const placed = chapters.map((chapter) => ({
    ...chapter,
    parts: chapter.parts.map((part) => ({ ...part, from: part.from + head.length, to: part.to + head.length })),
  }));

  return withFile(allOf(head, sounds), signal, async (path) => {
    const content = { text: "", config, reading, chapters: placed };
    const { contentObject, fileObject } = await storeContentAndFile(content, path, audioFormat);
    return {
      audioObject: fileObject,
      audioFormat,
      contentObject,
      inputObject: null,
      audioDuration: msOf(bytes) / 1000,
      fileSizeBytes: String(head.length + bytes),
      marks: marksOf(job.businessId, textOfChapters(chapters)),
    };
  });
}

/** What was read, chapter by chapter. Places are counted from the first byte of sound. */
async function collect({ id }: LongJob): Promise<{ chapters: SpokenChapter[]; sounds: Sound[] }> {
  const steps = await db.longJobStep.findMany({
    where: { jobId: id, kind: { in: ["prepare", "chunk"] }, isDone: true },
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
  for (const { title, voiceId, parts } of book.chapters) {
    const read: SpokenChapter["parts"] = [];
    for (const { text, pauseSeconds, digest, kept } of parts) {
      number += 1;
      const step = byNumber.get(number);
      if (!step) continue;
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

const read = ({ stored, range }: Sound): Readable => stored.read(range);

/** As much as an MP3 header has. */
function beginningOf({ stored, range }: Sound): Promise<Uint8Array> {
  const start = range?.start ?? 0;
  return buffer(stored.read({ start, end: start + 3 }));
}

async function* allOf(head: Uint8Array, sounds: readonly Sound[]): AsyncGenerator<Uint8Array> {
  yield head;
  for (const sound of sounds) yield* read(sound);
}
