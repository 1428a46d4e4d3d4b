import "server-only";
import { bytesPerMs } from "@/lib/speech/books/format";
import { writeHead } from "@/lib/speech/books/sound";
import type { Outcome } from "@/lib/speech/call";
import { storeContentAndFile, textOfChapters } from "@/lib/speech/content";
import { marksOf } from "@/lib/speech/marks";
import type { LongJob } from "../jobs";
import { withFile } from "../scratch";
import { readWantedSpeech } from "../wanted";
import { beginningOf, collectSounds, fileOf } from "./sounds";

/** Joins the sound of all parts that were read to one file with marks for its chapters, and stores it with its text. */
export async function joinSpeech(job: LongJob, signal: AbortSignal): Promise<Outcome> {
  const wanted = await readWantedSpeech(job);
  const { chapters, sounds } = await collectSounds(job.id);
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

  return withFile(fileOf(head, sounds), signal, async (path) => {
    const content = { text: "", config, reading, chapters: placed };
    const { contentObject, fileObject } = await storeContentAndFile(content, path, audioFormat, job);
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
