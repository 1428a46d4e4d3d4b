import "server-only";
import { buffer } from "node:stream/consumers";
import type { Member } from "@/lib/access/principals/member";
import { isTelephoneFormat, sampleRates, type TelephoneFormat } from "@/lib/engines/audio/formats";
import { wrapWav } from "@/lib/engines/audio/wav";
import type { ZippedFile } from "@/lib/platform/zip";
import { transcriptTexts } from "@/lib/speech/answer";
import { openAudio, readEdits, readRecognized, readSpoken } from "@/lib/speech/content";
import { linesOf, paragraphsOf, partsOf, textOfParagraphs, wordsOf } from "@/lib/speech/transcripts/edits/text";
import { toCues, toSrt } from "@/lib/speech/transcripts/text";
import { findJobById, type JobDetail } from "./list";

const extensionOf = (object: string) => object.slice(object.lastIndexOf(".") + 1);

/** Whether an object holds samples without a container. */
export const isRawAudio = (object: string | null): boolean => object !== null && isTelephoneFormat(extensionOf(object));

/** A job's samples in a WAV container, which browsers play. Null once it has expired, and if it has a container. */
export async function readPlayable(job: JobDetail): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = isRawAudio(job.audioObject) ? await openAudio(job) : null;
  if (!stored || !job.audioObject) return null;
  const samples = await buffer(stored.read());
  const format = extensionOf(job.audioObject) as TelephoneFormat;
  // The rate is not stored, but follows from size and duration.
  const measured = samples.length / (format === "pcm" ? 2 : 1) / job.audioDuration;
  const rate = sampleRates.reduce((best, each) =>
    Math.abs(each - measured) < Math.abs(best - measured) ? each : best,
  );
  return wrapWav(samples, rate, format);
}

/** Only what can be read now: audio and text, or transcript and subtitles, and these as edited. The caller has checked `history:read`. */
export async function* filesOf({ businessId }: Member, trackingIds: readonly string[]): AsyncGenerator<ZippedFile> {
  for (const trackingId of new Set(trackingIds)) {
    const job = await findJobById(businessId, trackingId);
    if (!job) continue;
    const [audio, spoken, recognized, edits] = await Promise.all([
      openAudio(job),
      readSpoken(job),
      readRecognized(job),
      readEdits(job),
    ]);
    if (audio && job.audioObject) {
      const name = `${trackingId}.${extensionOf(job.audioObject)}`;
      yield { name, at: job.createdAt, isPacked: true, read: () => audio.read() };
    }
    if (spoken) yield textFile(job, "txt", spoken.text);
    if (recognized) {
      yield textFile(job, "txt", recognized.transcript);
      yield textFile(job, "srt", transcriptTexts.srt(recognized));
    }
    if (recognized && edits) {
      const words = wordsOf(recognized.segments, recognized.channels ? "" : recognized.transcript);
      const lines = linesOf(words, edits, "edited");
      const nameOf = (voice: string) => edits.names[voice] ?? voice;
      yield textFile(job, "edited.txt", textOfParagraphs(paragraphsOf(lines, words), nameOf));
      yield textFile(job, "edited.srt", toSrt(toCues(partsOf(lines, nameOf))));
    }
  }
}

const textFile = ({ trackingId, createdAt }: JobDetail, extension: string, text: string): ZippedFile => ({
  name: `${trackingId}.${extension}`,
  at: createdAt,
  isPacked: false,
  read: async function* () {
    yield Buffer.from(text);
  },
});
