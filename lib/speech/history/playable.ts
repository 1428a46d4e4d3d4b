import "server-only";
import { buffer } from "node:stream/consumers";
import { isTelephoneFormat, sampleRates, type TelephoneFormat } from "@/lib/engines/audio/formats";
import { wrapWav } from "@/lib/engines/audio/wav";
import { openAudio } from "@/lib/speech/content";
import type { JobDetail } from "./list";

const extensionOf = (object: string) => object.slice(object.lastIndexOf(".") + 1);

/** Whether an object holds samples without a container. */
export const isRawAudio = (object: string | null): boolean => object !== null && isTelephoneFormat(extensionOf(object));

/** A job's samples in a WAV container, which browsers play. Null once it has expired, and if it has a container. */
export async function readPlayable(job: JobDetail): Promise<Uint8Array<ArrayBuffer> | null> {
  const stored = isRawAudio(job.audioObject) ? await openAudio(job) : null;
  if (!stored || !job.audioObject) return null;
  const samples = await buffer(stored.read());
  const format = extensionOf(job.audioObject) as TelephoneFormat;
  return wrapWav(samples, rateOf(samples.length / (format === "pcm" ? 2 : 1) / job.audioDuration), format);
}

/** The rate is not stored, but follows from size and duration. */
const rateOf = (measured: number): number =>
  sampleRates.reduce((best, rate) => (Math.abs(rate - measured) < Math.abs(best - measured) ? rate : best));
