import "server-only";
import type { Member } from "@/lib/access/principals/member";
import type { ZippedFile } from "@/lib/platform/zip";
import { openAudio, readRecognized, readSpoken } from "@/lib/speech/content";
import { toSrt } from "@/lib/speech/subtitles";
import { findJobById, type JobDetail } from "./list";

/** Only what can be read now: audio and text, or transcript and subtitles. The caller has checked `history:read`. */
export async function* filesOf({ businessId }: Member, trackingIds: readonly string[]): AsyncGenerator<ZippedFile> {
  for (const trackingId of new Set(trackingIds)) {
    const job = await findJobById(businessId, trackingId);
    if (!job) continue;
    const [audio, spoken, recognized] = await Promise.all([openAudio(job), readSpoken(job), readRecognized(job)]);
    if (audio && job.audioObject) yield fileOf(job, extensionOf(job.audioObject), () => audio.read());
    if (spoken) yield textOf(job, "txt", spoken.text);
    if (recognized) {
      yield textOf(job, "txt", recognized.transcript);
      yield textOf(job, "srt", toSrt(recognized.segments));
    }
  }
}

const extensionOf = (object: string) => object.slice(object.lastIndexOf(".") + 1);

function fileOf({ trackingId, createdAt }: JobDetail, extension: string, read: ZippedFile["read"]): ZippedFile {
  return { name: `${trackingId}.${extension}`, at: createdAt, isPacked: true, read };
}

const textOf = (job: JobDetail, extension: string, text: string): ZippedFile => ({
  ...fileOf(job, extension, async function* () {
    yield Buffer.from(text);
  }),
  isPacked: false,
});
