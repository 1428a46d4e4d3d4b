import "server-only";
import type { z } from "zod";
import type { Caller } from "@/lib/access/principals/caller";
import { signAudioLink, signChapterPath } from "@/lib/engines/audio/signed-urls";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { type BookAudioFormat, bytesPerMs } from "@/lib/speech/books/format";
import { readSpoken, type SpokenChapter, type SpokenContent } from "@/lib/speech/content";
import { findJob, type Result } from "@/lib/speech/history/lookup";
import type { jobChaptersSchema } from "../schema";

type Owner = Pick<Caller, "businessId" | "mode">;

/** A text that a job has read, with its audio. */
export type ReadAloud = { job: Result & { audioObject: string }; spoken: SpokenContent; chapters: SpokenChapter[] };

/**
 * What a job of the caller has read. Throws as `findJob`, RESULT_EXPIRED once it cannot be read, and RESULT_NOT_FOUND for
 * what was not read by a job. `param` names the request's field.
 */
export async function findReadAloud(caller: Owner, id: string, param = "id"): Promise<ReadAloud> {
  const job = await findJob(caller, "tts", id, param);
  const spoken = await readSpoken(job);
  const { audioObject } = job;
  if (!spoken || !audioObject) throw new AppError("RESULT_EXPIRED", { param });
  if (!spoken.chapters) throw new AppError("RESULT_NOT_FOUND", { param });
  return { job: { ...job, audioObject }, spoken, chapters: spoken.chapters };
}

/** Where chapters and their parts are in the audio: in bytes, and in seconds from its beginning. Parts are counted from 1. */
export function placeChapters(chapters: readonly SpokenChapter[], format: BookAudioFormat) {
  const head = chapters[0]?.parts[0]?.from ?? 0;
  const at = (byte: number) => (byte - head) / bytesPerMs[format] / 1000;
  let number = 0;
  return chapters.map(({ title, voiceId, parts }, index) => {
    const [from, to] = [parts[0]?.from ?? 0, parts.at(-1)?.to ?? 0];
    return {
      number: index + 1,
      title,
      voiceId,
      start: at(from),
      end: at(to),
      bytes: { start: from, end: to - 1 },
      parts: parts.map((part) => {
        number += 1;
        return { number, text: part.text, start: at(part.from), end: at(part.to) };
      }),
    };
  });
}

/** The chapters that a job has read, with times in seconds and links to their audio. Throws as `findReadAloud`. */
export async function listChapters(caller: Caller, id: string): Promise<z.input<typeof jobChaptersSchema>> {
  const { job, chapters } = await findReadAloud(caller, id);
  const expiresAt = new Date(job.expiresAt);
  return {
    jobId: job.trackingId,
    audioUrl: signAudioLink(job.audioObject, expiresAt),
    audioDuration: job.audioDuration,
    chapters: placeChapters(chapters, job.audioFormat as BookAudioFormat).map(
      ({ number, title, voiceId, start, end, bytes, parts }) => ({
        number,
        title,
        voiceId,
        start,
        end,
        audioUrl: env.url + signChapterPath(job.audioObject, expiresAt, bytes),
        parts,
      }),
    ),
  };
}
