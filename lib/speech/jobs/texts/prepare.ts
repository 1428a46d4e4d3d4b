import "server-only";
import { buffer } from "node:stream/consumers";
import { enginesReady } from "@/lib/engines/catalogue";
import { clock } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { partsOf, storeBook } from "@/lib/speech/books/book";
import { bookLimits, cutChapter, type WrittenChapter } from "@/lib/speech/books/cut";
import { largestBookBytes, readEpub } from "@/lib/speech/books/epub";
import { type CutChapter, planBook } from "@/lib/speech/books/plan";
import { readMarkdown, readPlain } from "@/lib/speech/books/read-text";
import { bytesPerMs } from "@/lib/speech/books/sound";
import { checkVoice } from "@/lib/speech/check";
import { readUpload } from "@/lib/speech/uploads/uploads";
import { isOpen, type LongJob } from "../jobs";
import { withFile } from "../scratch";
import { endPreparation, type Step, startJob } from "../step";
import { readWantedSpeech, type WantedSpeech } from "../wanted";
import { changeChapters, copyAudio, partsRead, readOther } from "./other-job";
import { checkWhole } from "./plan";

/**
 * Cuts a text into chapters and these into parts, with a step for each. All are written together, so a worker that dies
 * leaves nothing but the object of the text, which no row names.
 */
export async function prepareText(step: Step, signal: AbortSignal): Promise<void> {
  const { jobId } = step;
  await startJob(jobId);
  await enginesReady();
  const job = await db.longJob.findUniqueOrThrow({ where: { id: jobId } });
  if (!isOpen(job)) return;
  const wanted = await readWantedSpeech(job);
  const { reading, pronunciations, config, audioFormat } = wanted;
  const other = await readOther(job, wanted);
  const chapters = cutChapters(
    job,
    wanted,
    other ? changeChapters(other.chapters, wanted) : await readWritten(job, wanted, signal),
  );
  const known = other ? new Map(partsRead(other).map((part) => [part.digest, part])) : undefined;
  const book = await planBook(chapters, { own: { reading, pronunciations }, config, audioFormat, known });
  const parts = partsOf(book);
  const audioObject = other && parts.some(({ kept }) => kept) ? await copyAudio(other, signal) : null;
  const object = await storeBook(book);
  failpoint("chunk-cut");
  const kept = parts.filter((part) => part.kept);
  const sum = (of: typeof parts, count: (part: (typeof parts)[number]) => number) =>
    of.reduce((whole, part) => whole + count(part), 0);
  const keptMs = sum(kept, (part) => (part.kept ? part.kept.to - part.kept.from : 0)) / bytesPerMs[audioFormat];
  const measured = [sum(parts, (part) => part.characters), sum(kept, (part) => part.characters), keptMs];
  try {
    await transaction(async (on) => {
      await endPreparation(on, step, audioObject);
      await on("add-parts", addParts, [
        jobId,
        object,
        clock.now(),
        parts.map((part) => part.characters),
        parts.map((part) => part.units),
        parts.map((part) => part.kept !== undefined),
      ]);
      await on("measure-text", measure, [jobId, sum(parts, (part) => part.units), audioFormat, ...measured]);
    });
  } catch (error) {
    for (const stored of [object, audioObject]) if (stored) await objectStore().delete(stored);
    throw error;
  }
}

const addParts = `INSERT INTO long_job_steps (job_id, number, kind, characters, units, is_done, input_object, due_at)
  SELECT $1, part.number, 'chunk', part.characters, part.units, part.is_kept, $2, $3
  FROM unnest($4::integer[], $5::integer[], $6::boolean[]) WITH ORDINALITY AS part (characters, units, is_kept, number)`;

const measure = `UPDATE long_jobs SET total_units = $2, audio_format = $3, characters = $4, characters_done = $5, done_ms = $6
  WHERE id = $1`;

type Cut = Pick<CutChapter, "title" | "parts">;

/** With the voice that reads each. */
function cutChapters({ modelId }: LongJob, { voiceId, voices }: WantedSpeech, chapters: readonly Cut[]): CutChapter[] {
  if (chapters.length > bookLimits.chapters)
    throw new AppError("TEXT_TOO_LONG", { message: "jobs.tooManyChapters", values: { max: bookLimits.chapters } });
  return chapters.map((chapter, index) => {
    const chosen = checkVoice({ voiceId: voices[index + 1] ?? voiceId, modelId });
    return { ...chapter, chosen };
  });
}

async function readWritten(job: LongJob, { text, format }: WantedSpeech, signal: AbortSignal): Promise<Cut[]> {
  const written = format === "epub" ? await readUploadedBook(job, signal) : null;
  if (written) return cutAll(written);
  const whole = text ?? checkWhole(await readUploadedText(job));
  return cutAll(format === "markdown" ? readMarkdown(whole) : readPlain(whole));
}

const cutAll = (chapters: readonly WrittenChapter[]): Cut[] =>
  chapters.map((chapter) => ({ title: chapter.title, parts: cutChapter(chapter) }));

/** Throws BOOK_INVALID, BOOK_ENCRYPTED, TEXT_TOO_LONG. */
async function readUploadedBook({ id, sizeBytes }: LongJob, signal: AbortSignal): Promise<WrittenChapter[]> {
  if (sizeBytes > largestBookBytes) throw new AppError("BOOK_INVALID");
  const upload = await findUploadOf(id);
  return withFile(readUpload(upload.id), signal, readEpub);
}

const findUploadOf = (jobId: string) => db.storedUpload.findUniqueOrThrow({ where: { jobId }, select: { id: true } });

/** A code point in UTF-8 has at most four bytes. */
const mostTextBytes = 4 * bookLimits.characters;

/** The text of an uploaded file. Throws TEXT_TOO_LONG, and TEXT_INVALID for what is not UTF-8. */
async function readUploadedText({ id, sizeBytes }: LongJob): Promise<string> {
  if (sizeBytes > mostTextBytes) throw new AppError("TEXT_TOO_LONG");
  const upload = await findUploadOf(id);
  const bytes = await buffer(readUpload(upload.id));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("TEXT_INVALID");
  }
}
