import "server-only";
import { buffer } from "node:stream/consumers";
import { audioStore } from "@/lib/audio/store-disk";
import { clock } from "@/lib/clock";
import { env } from "@/lib/env";
import { isDoomed } from "@/lib/retention/doomed";
import { type HeardContent, type SpokenContent, unpackHeard, unpackSpoken } from "@/lib/speech/content";

/** Where a call's content is, and until when it may be read. */
export type Kept = {
  region: string;
  audioObject: string | null;
  contentObject: string | null;
  expiresAt: Date;
  deletedAt: Date | null;
};

// Checked here and not by the sweeper, so that the age is exact.
/** Whether content may be read at this moment, in this region. */
export const isReadable = ({ region, expiresAt, deletedAt }: Omit<Kept, "audioObject" | "contentObject">): boolean =>
  region === env.VANG_REGION && !deletedAt && expiresAt > clock.now();

/** The text a call read aloud. Null once it is gone, and for any call of another region. */
export async function readSpoken(job: Kept): Promise<SpokenContent | null> {
  if (!job.audioObject) return null;
  if (job.contentObject) {
    const stored = await open(job.contentObject, job);
    return stored && unpackSpoken(await buffer(stored.read()));
  }
  const appended = await (await open(job.audioObject, job))?.readAppended();
  return appended?.length ? unpackSpoken(appended) : null;
}

/** What a call transcribed. Null once it is gone, and for any call of another region. */
export async function readHeard(job: Kept): Promise<HeardContent | null> {
  const stored = job.audioObject ? null : await open(job.contentObject, job);
  return stored && unpackHeard(await buffer(stored.read()));
}

async function open(object: string | null, job: Kept) {
  if (!object || !isReadable(job) || (await isDoomed(object))) return null;
  return audioStore().open(object);
}
