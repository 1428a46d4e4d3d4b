import "server-only";
import { buffer } from "node:stream/consumers";
import { clock } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { objectStore } from "@/lib/platform/objects/open";
import { type RecognizedContent, type SpokenContent, unpackRecognized, unpackSpoken } from "@/lib/speech/content";
import { isPendingDeletion } from "@/lib/speech/retention/pending-deletion";

/** Where a call's content is stored, and until when it is readable. */
export type Kept = {
  region: string;
  audioObject: string | null;
  contentObject: string | null;
  expiresAt: Date;
  deletedAt: Date | null;
};

// Expiry is checked here and not by the sweeper, so that it is exact.
/** Whether content is readable now, in this region. */
export const isReadable = ({ region, expiresAt, deletedAt }: Omit<Kept, "audioObject" | "contentObject">): boolean =>
  region === env.VANG_REGION && !deletedAt && expiresAt > clock.now();

/** The text of a text-to-speech call. Null once it has expired or was deleted, and in other regions. */
export async function readSpoken(job: Kept): Promise<SpokenContent | null> {
  if (!job.audioObject) return null;
  if (job.contentObject) {
    const stored = await open(job.contentObject, job);
    return stored && unpackSpoken(await buffer(stored.read()));
  }
  const appended = await (await open(job.audioObject, job))?.readAppended();
  return appended?.length ? unpackSpoken(appended) : null;
}

/** The transcript of a speech-to-text call. Null once it has expired or was deleted, and in other regions. */
export async function readRecognized(job: Kept): Promise<RecognizedContent | null> {
  const stored = job.audioObject ? null : await open(job.contentObject, job);
  return stored && unpackRecognized(await buffer(stored.read()));
}

/** The text or the transcript of a job; empty once it cannot be read. */
export const readWords = async (job: Kept): Promise<string> =>
  (await readSpoken(job))?.text ?? (await readRecognized(job))?.transcript ?? "";

/** The stored audio of a text-to-speech call, under the same conditions. */
export const openAudio = (job: Kept) => open(job.audioObject, job);

async function open(object: string | null, job: Kept) {
  if (!object || !isReadable(job) || (await isPendingDeletion(object))) return null;
  return objectStore().open(object);
}
