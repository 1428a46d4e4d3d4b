import "server-only";
import { Readable } from "node:stream";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { typeOf } from "@/lib/engines/audio/formats";
import { signAudioPath, signChapterPath } from "@/lib/engines/audio/signed-urls";
import { findVoice } from "@/lib/engines/catalogue";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { countCharacters } from "@/lib/platform/text";
import { readBook } from "@/lib/speech/books/book";
import { type BookAudioFormat, writeChapterHead } from "@/lib/speech/books/format";
import { readSpoken } from "@/lib/speech/content";
import { findJobById, type JobDetail } from "@/lib/speech/history/list";
import { placeChapters } from "./chapters";
import { type BookChapter, type BookView, type ChapterPart, chapterSoundPath } from "./queries";
import { collectSounds, fileOf } from "./sounds";

/**
 * The chapters of a text that a job of the member's business reads or has read. Throws FORBIDDEN, and NOT_FOUND for an
 * unknown job, one of another business or region, and one that reads no text.
 */
export async function getBook(member: Member, jobId: string): Promise<BookView> {
  requirePermission(member, "history:read");
  const { businessId } = member;
  const where = { id: jobId, businessId, service: "tts", region: env.VANG_REGION } as const;
  const job = await db.longJob.findFirst({ where, select: { fromJobId: true, recordedAt: true, keepsNothing: true } });
  if (!job) throw new AppError("NOT_FOUND");
  const later = await db.longJob.findMany({
    where: { fromJobId: jobId, businessId },
    orderBy: { createdAt: "asc" },
    select: { id: true },
    take: 20,
  });
  const linked = { fromJobId: job.fromJobId, laterJobIds: later.map(({ id }) => id) };
  if (job.recordedAt === null) {
    const chapters = job.keepsNothing ? [] : await listUnread(member.businessSlug, jobId);
    return { status: "unfinished", ...linked, audio: null, chapters };
  }
  const recorded = await findJobById(businessId, jobId);
  return { ...linked, ...(recorded ? await describeRead(recorded) : gone) };
}

const gone = { status: "gone", audio: null, chapters: [] } as const satisfies Partial<BookView>;

/** The parts of a chapter, once all is read. Throws as `getBook`, and RESULT_EXPIRED when it cannot be read any more. */
export async function getChapter(member: Member, jobId: string, number: number): Promise<ChapterPart[]> {
  requirePermission(member, "history:read");
  const job = await findJobById(member.businessId, jobId);
  const read = job && (await readChapters(job));
  if (!job) throw new AppError("NOT_FOUND");
  if (!read) throw new AppError("RESULT_EXPIRED");
  const chapter = read.chapters[number - 1];
  if (!chapter) throw new AppError("NOT_FOUND");
  return chapter.parts;
}

/** A chapter's sound as a file, before all is read. Throws FORBIDDEN, and NOT_FOUND unless the chapter is read by then. */
export async function openChapterSound(member: Member, jobId: string, number: number) {
  const { status, chapters } = await getBook(member, jobId);
  const chapter = chapters[number - 1];
  if (status !== "unfinished" || !chapter?.path) throw new AppError("NOT_FOUND");
  const { audioFormat } = await db.longJob.findUniqueOrThrow({ where: { id: jobId }, select: { audioFormat: true } });
  const { sounds } = await collectSounds(jobId, number);
  const bytes = sounds.reduce((sum, sound) => sum + sound.bytes, 0);
  const head = writeChapterHead(audioFormat ?? "", bytes);
  if (!head) throw new AppError("NOT_FOUND");
  return {
    type: typeOf(audioFormat ?? ""),
    bytes: head.length + bytes,
    read: () => Readable.from(fileOf(head, sounds)),
  };
}

/** Null once it cannot be read any more, or here. */
async function readChapters(job: JobDetail) {
  const chapters = (await readSpoken(job))?.chapters;
  const { audioObject } = job;
  if (!chapters || !audioObject) return null;
  return { audioObject, chapters: placeChapters(chapters, job.audioFormat as BookAudioFormat) };
}

async function describeRead(job: JobDetail): Promise<Pick<BookView, "status" | "audio" | "chapters">> {
  const read = await readChapters(job);
  if (!read) return gone;
  const { audioDuration: seconds, audioFormat, expiresAt } = job;
  const chapters = read.chapters.map(({ number, title, voiceId, start, end, bytes, parts }): BookChapter => {
    const characters = parts.reduce((sum, { text }) => sum + countCharacters(text), 0);
    const counted = { characters, parts: parts.length, partsDone: parts.length };
    const path = signChapterPath(read.audioObject, expiresAt, bytes);
    return { number, title, voice: nameOf(voiceId), ...counted, start, end, path };
  });
  const path = signAudioPath(read.audioObject, expiresAt);
  return { status: "read", audio: { path, format: audioFormat ?? "", seconds }, chapters };
}

/** The chapters of a job that has not ended, with how many of their parts are read. */
async function listUnread(businessSlug: string, jobId: string): Promise<BookChapter[]> {
  const steps = await db.longJobStep.findMany({
    where: { jobId, kind: "chunk" },
    select: { number: true, isDone: true, inputObject: true },
  });
  const [first] = steps;
  if (!first) return [];
  const done = new Set(steps.flatMap(({ number, isDone }) => (isDone ? [number] : [])));
  const { chapters } = await readBook(first.inputObject);
  let number = 0;
  return chapters.map(({ title, voiceId, parts }, index) => {
    const before = number;
    number += parts.length;
    const partsDone = parts.filter((_, part) => done.has(before + part + 1)).length;
    return {
      number: index + 1,
      title,
      voice: nameOf(voiceId),
      characters: parts.reduce((sum, { characters }) => sum + characters, 0),
      parts: parts.length,
      partsDone,
      start: null,
      end: null,
      path: partsDone === parts.length ? chapterSoundPath(businessSlug, jobId, index + 1) : null,
    };
  });
}

const nameOf = (voiceId: string): string => findVoice(voiceId)?.name ?? voiceId;
