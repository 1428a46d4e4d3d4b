import "server-only";
import { enginesReady } from "@/lib/engines/catalogue";
import { clock } from "@/lib/platform/clock";
import { db, transaction } from "@/lib/platform/db";
import { failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { partsOf, storeBook } from "@/lib/speech/books/book";
import { bytesPerMs } from "@/lib/speech/books/format";
import { extensionFor } from "@/lib/speech/content";
import { isOpen, type LongJob } from "../jobs";
import { addMoment, momentNow } from "../moments";
import { endPreparation, type Step, startJob } from "../step";
import { readWantedSpeech, type WantedSpeech } from "../wanted";
import { copyAudio } from "./other-job";
import { planText } from "./plan-parts";

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
  const { audioFormat } = wanted;
  const source = { owner: job, modelId: job.modelId, wanted, upload: await findUploadOf(job, wanted) };
  const { book, other } = await planText(source, signal);
  const parts = partsOf(book);
  const audioObject = other && parts.some(({ kept }) => kept) ? await copyAudio(other, job, signal) : null;
  const object = await storeBook(book, extensionFor(job, "json"));
  failpoint("chunk-cut");
  const kept = parts.filter((part) => part.kept);
  const sum = (of: typeof parts, count: (part: (typeof parts)[number]) => number) =>
    of.reduce((whole, part) => whole + count(part), 0);
  const keptMs = sum(kept, (part) => (part.kept ? part.kept.to - part.kept.from : 0)) / bytesPerMs[audioFormat];
  const measured = [sum(parts, (part) => part.characters), sum(kept, (part) => part.characters), keptMs];
  const prepared = momentNow({ kind: "prepared", parts: parts.length });
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
      await on("measure-text", measure, [jobId, sum(parts, (part) => part.units), audioFormat, ...measured, prepared]);
    });
  } catch (error) {
    for (const stored of [object, audioObject]) if (stored) await objectStore().delete(stored);
    throw error;
  }
}

const addParts = `INSERT INTO long_job_steps (job_id, number, kind, characters, units, is_done, input_object, due_at)
  SELECT $1, part.number, 'chunk', part.characters, part.units, part.is_kept, $2, $3
  FROM unnest($4::integer[], $5::integer[], $6::boolean[]) WITH ORDINALITY AS part (characters, units, is_kept, number)`;

const measure = `UPDATE long_jobs SET total_units = $2, audio_format = $3, characters = $4, characters_done = $5, done_ms = $6,
  ${addMoment("$7")} WHERE id = $1`;

/** The file that has the text; null where the request or another job has it. */
async function findUploadOf({ id: jobId, sizeBytes }: LongJob, { text, from }: WantedSpeech) {
  if (text !== null || from) return null;
  const { id } = await db.storedUpload.findUniqueOrThrow({ where: { jobId }, select: { id: true } });
  return { id, sizeBytes: Number(sizeBytes) };
}
