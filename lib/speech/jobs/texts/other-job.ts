import "server-only";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { objectStore } from "@/lib/platform/objects/open";
import { type CutPart, cutChapter } from "@/lib/speech/books/cut";
import { readPlain } from "@/lib/speech/books/read-text";
import { extensionFor, openAudio, readSpoken, type SpokenChapter } from "@/lib/speech/content";
import type { JobModel } from "@/prisma/generated/models";
import type { LongJob } from "../jobs";
import { withFile } from "../scratch";
import type { WantedSpeech } from "../wanted";

/** The job whose audio another one uses again. */
export type OtherJob = { job: JobModel; chapters: SpokenChapter[] };

/** Null for a text of its own. Throws RESULT_EXPIRED where the other job was deleted or has expired meanwhile. */
export async function readOther(
  { businessId, mode }: Pick<LongJob, "businessId" | "mode">,
  { from }: WantedSpeech,
): Promise<OtherJob | null> {
  if (!from) return null;
  const job = await db.job.findFirst({ where: { trackingId: from.jobId, businessId, mode } });
  const spoken = job && (await readSpoken(job));
  if (!job || !spoken?.chapters) throw new AppError("RESULT_EXPIRED");
  return { job, chapters: spoken.chapters };
}

/** The parts of all its chapters in their order. */
export const partsRead = ({ chapters }: Pick<OtherJob, "chapters">) => chapters.flatMap(({ parts }) => parts);

/** Its chapters with the texts that replace some of their parts: a new text is cut as all are, and an empty one removes the part. */
export function changeChapters(chapters: readonly SpokenChapter[], { from }: WantedSpeech) {
  let number = 0;
  return chapters.map(({ title, parts }) => ({
    title: (title !== null && parts[0]?.text === title && from?.replaced[number + 1]?.trim()) || title,
    parts: parts.flatMap(({ text, pauseSeconds }): CutPart[] => {
      number += 1;
      const replaced = from?.replaced[number];
      if (replaced === undefined) return [{ text, pauseSeconds }];
      const pieces = readPlain(replaced).flatMap(({ paragraphs }) => cutChapter({ title: null, paragraphs }));
      const last = pieces.at(-1);
      if (last) last.pauseSeconds = pauseSeconds;
      return pieces;
    }),
  }));
}

/** Copies its audio to an object of the job that uses it, which then does not depend on how long the other is kept. */
export async function copyAudio({ job }: OtherJob, by: LongJob, signal: AbortSignal): Promise<string> {
  const stored = await openAudio(job);
  if (!stored) throw new AppError("RESULT_EXPIRED");
  const extension = extensionFor(by, job.audioFormat ?? "mp3");
  return withFile(stored.read(), signal, (path) => objectStore().moveIn(path, extension));
}
