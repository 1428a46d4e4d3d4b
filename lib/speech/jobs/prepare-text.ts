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
import { type CutChapter, planBook } from "@/lib/speech/books/plan";
import { readMarkdown, readPlain } from "@/lib/speech/books/read-text";
import { checkVoice } from "@/lib/speech/check";
import { readUpload } from "@/lib/speech/uploads/uploads";
import { isOpen, type LongJob } from "./jobs";
import { checkWhole } from "./plan-speech";
import { endPreparation, type Step, startJob } from "./step";
import { readWantedSpeech, type WantedSpeech } from "./wanted";

/**
 * Cuts a text into chapters and these into parts, with a step for each. All are written together, so a worker that dies
 * leaves nothing but the object of the text, which no row names.
 */
export async function prepareText(step: Step): Promise<void> {
  const { jobId } = step;
  await startJob(jobId);
  await enginesReady();
  const job = await db.longJob.findUniqueOrThrow({ where: { id: jobId } });
  if (!isOpen(job)) return;
  const wanted = await readWantedSpeech(job);
  const { reading, pronunciations, config, audioFormat } = wanted;
  const chapters = await cutChapters(job, wanted);
  const book = await planBook(chapters, { own: { reading, pronunciations }, config, audioFormat });
  const object = await storeBook(book);
  failpoint("chunk-cut");
  const parts = partsOf(book);
  const characters = parts.reduce((sum, part) => sum + part.characters, 0);
  const units = parts.reduce((sum, part) => sum + part.units, 0);
  try {
    await transaction(async (on) => {
      await endPreparation(on, step);
      await on("add-parts", addParts, [
        ...[jobId, object, clock.now()],
        parts.map((part) => part.characters),
        parts.map((part) => part.units),
      ]);
      await on("measure-text", measure, [jobId, characters, units, audioFormat]);
    });
  } catch (error) {
    await objectStore().delete(object);
    throw error;
  }
}

const addParts = `INSERT INTO long_job_steps (job_id, number, kind, characters, units, input_object, due_at)
  SELECT $1, part.number, 'chunk', part.characters, part.units, $2, $3
  FROM unnest($4::integer[], $5::integer[]) WITH ORDINALITY AS part (characters, units, number)`;

const measure = `UPDATE long_jobs SET characters = $2, total_units = $3, audio_format = $4 WHERE id = $1`;

async function cutChapters(job: LongJob, wanted: WantedSpeech): Promise<CutChapter[]> {
  const written = await readChapters(job, wanted);
  if (written.length > bookLimits.chapters)
    throw new AppError("TEXT_TOO_LONG", { message: "jobs.tooManyChapters", values: { max: bookLimits.chapters } });
  const { modelId } = job;
  return written.map((chapter, index) => {
    const chosen = checkVoice({ voiceId: wanted.voices[index + 1] ?? wanted.voiceId, modelId });
    return { title: chapter.title, chosen, parts: cutChapter(chapter) };
  });
}

async function readChapters(job: LongJob, { text, format }: WantedSpeech): Promise<WrittenChapter[]> {
  const whole = text ?? checkWhole(await readUploadedText(job));
  return format === "markdown" ? readMarkdown(whole) : readPlain(whole);
}

/** A code point in UTF-8 has at most four bytes. */
const mostTextBytes = 4 * bookLimits.characters;

/** The text of an uploaded file. Throws TEXT_TOO_LONG, and TEXT_INVALID for what is not UTF-8. */
async function readUploadedText({ id, sizeBytes }: LongJob): Promise<string> {
  if (sizeBytes > mostTextBytes) throw new AppError("TEXT_TOO_LONG");
  const upload = await db.storedUpload.findUniqueOrThrow({ where: { jobId: id }, select: { id: true } });
  const bytes = await buffer(readUpload(upload.id));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("TEXT_INVALID");
  }
}
