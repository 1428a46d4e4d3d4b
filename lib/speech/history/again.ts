import "server-only";
import type { Member } from "@/lib/access/principals/member";
import { readSpoken } from "@/lib/speech/content";
import type { ReadingChoice } from "@/lib/speech/pronunciations/reading-schema";
import { describeJob } from "./describe";
import { getJob } from "./list";

/** The request of a job, to fill the playground with; `text` is null once the content is deleted or expired. */
export type SpokenAgain = {
  text: string | null;
  voiceId: string;
  modelId: string;
  config: Record<string, unknown>;
  audioFormat: string | null;
  reading: ReadingChoice;
};

/** A text-to-speech job's request. Throws NOT_FOUND, also for another business's job. */
export async function findSpokenAgain(member: Member, trackingId: string): Promise<SpokenAgain> {
  const job = await getJob(member, trackingId);
  const spoken = job.service === "tts" ? await readSpoken(job) : null;
  const { voiceId, modelId, audioFormat } = job;
  const options = { config: spoken?.config ?? {}, reading: spoken?.reading ?? {} };
  return { text: spoken?.text ?? null, voiceId: voiceId ?? "", modelId, audioFormat, ...options };
}

/** The upload of a speech-to-text job, as long as it is stored. */
export type RecognizedAgain = { modelId: string; inputPath: string | null; fileName: string | null };

/** A speech-to-text job's request. Throws NOT_FOUND, also for another business's job. */
export async function findRecognizedAgain(member: Member, trackingId: string): Promise<RecognizedAgain> {
  const { modelId, inputPath, fileName } = await describeJob(await getJob(member, trackingId));
  return { modelId, inputPath, fileName };
}
