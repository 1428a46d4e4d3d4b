import "server-only";
import type { RedactionKind } from "vietnamese-text/redaction-kinds";
import type { Member } from "@/lib/access/principals/member";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { findModel, findVoice } from "@/lib/engines/catalogue";
import { isRetryable } from "@/lib/platform/errors";
import { isReadable, readRecognized, readSpoken, readWords, type SpokenContent } from "@/lib/speech/content";
import type { ReadingChoice } from "@/lib/speech/pronunciations/schema";
import { isRawAudio } from "./files";
import { getJob, type JobDetail, type JobSummary } from "./list";

const excerptLength = 140;

type Named = { voiceName: string | null; modelName: string };

/** A job as a line of a list. */
export type JobRow = Pick<
  JobSummary,
  | "trackingId"
  | "mode"
  | "api"
  | "keepsNothing"
  | "service"
  | "region"
  | "status"
  | "resultCode"
  | "characters"
  | "deletedAt"
  | "amountMilli"
  | "audioDuration"
  | "createdAt"
  | "expiresAt"
  | "spark"
> &
  Named & { excerpt: string; isReadable: boolean };

/** A job with all that members see. Which key was used is for those who can see keys: see `findOrigin`. */
export type JobView = Omit<
  JobDetail,
  "audioObject" | "contentObject" | "inputObject" | "editsObject" | "keyId" | "keyHint" | "requestId"
> &
  Named & {
    /** The path of the generated audio on this site; null when there is none or it has expired. */
    audioPath: string | null;
    /** Whether it has no container, so that browsers cannot play it. */
    isRaw: boolean;
    /** The path of the uploaded audio on this site; null when there is none or it has expired. */
    inputPath: string | null;
    isReadable: boolean;
    /** Of a failed job: whether the same request can succeed later. */
    isRetryable: boolean;
    /** The text or transcript; null once it has expired. */
    words: string | null;
    /** Whether members edited the transcript, which `words` does not show. */
    isEdited: boolean;
    fileName: string | null;
    /** Whether a long job read it, whose page has the chapters. */
    hasChapters: boolean;
    /** The kinds that were redacted in a transcript. */
    redacted: readonly RedactionKind[];
    /** The model's engine; null once the model is withdrawn. */
    engine: string | null;
    /** The config options, one per line; null without options. */
    options: string | null;
    /** The normalization options; null once expired, and for engines with their own rules. */
    reading: SpokenContent["reading"];
  };

export async function describeRow(job: JobSummary): Promise<JobRow> {
  const isHere = isReadable(job) && !job.keepsNothing;
  const letters = [...(await readWords(job)).replace(/\s+/g, " ").trim()];
  const isLong = letters.length > excerptLength;
  return {
    trackingId: job.trackingId,
    mode: job.mode,
    api: job.api,
    keepsNothing: job.keepsNothing,
    service: job.service,
    region: job.region,
    status: job.status,
    resultCode: job.resultCode,
    characters: job.characters,
    deletedAt: job.deletedAt,
    amountMilli: job.amountMilli,
    audioDuration: job.audioDuration,
    createdAt: job.createdAt,
    expiresAt: job.expiresAt,
    isReadable: isHere,
    spark: isHere ? job.spark : null,
    excerpt: isLong ? `${letters.slice(0, excerptLength).join("").trimEnd()}…` : letters.join(""),
    ...namesOf(job),
  };
}

export async function describeJob(job: JobDetail): Promise<JobView> {
  const { audioObject, inputObject } = job;
  const [spoken, recognized] = await Promise.all([readSpoken(job), readRecognized(job)]);
  const config = spoken?.config ?? recognized?.config ?? null;
  const isHere = isReadable(job) && !job.keepsNothing;
  const isInputHere = inputObject && job.inputExpiresAt && isReadable({ ...job, expiresAt: job.inputExpiresAt });
  return {
    trackingId: job.trackingId,
    mode: job.mode,
    api: job.api,
    keepsNothing: job.keepsNothing,
    service: job.service,
    region: job.region,
    status: job.status,
    resultCode: job.resultCode,
    isRetryable: isRetryable(job.resultCode ?? "INTERNAL"),
    modelId: job.modelId,
    voiceId: job.voiceId,
    characters: job.characters,
    deletedAt: job.deletedAt,
    amountMilli: job.amountMilli,
    audioDuration: job.audioDuration,
    processingTimeMs: job.processingTimeMs,
    spark: job.spark,
    createdAt: job.createdAt,
    expiresAt: job.expiresAt,
    metadata: job.metadata,
    languageCode: job.languageCode,
    rulesVersion: job.rulesVersion,
    audioFormat: job.audioFormat,
    inputExpiresAt: job.inputExpiresAt,
    fileSizeBytes: job.fileSizeBytes,
    priceId: job.priceId,
    units: job.units,
    ...namesOf(job),
    isReadable: isHere,
    audioPath: audioObject && isHere ? signAudioPath(audioObject, job.expiresAt) : null,
    isRaw: isRawAudio(audioObject),
    inputPath: isInputHere && job.inputExpiresAt ? signAudioPath(inputObject, job.inputExpiresAt, "stt") : null,
    words: spoken?.text ?? recognized?.transcript ?? null,
    isEdited: isHere && job.editsObject !== null,
    fileName: recognized?.fileName ?? null,
    hasChapters: spoken?.chapters !== undefined,
    redacted: recognized?.redacted ?? [],
    engine: findModel(job.modelId)?.engine ?? null,
    reading: spoken?.reading ?? null,
    options: config && JSON.stringify(config, null, 2),
  };
}

/** A withdrawn voice or model is shown by its id. */
function namesOf({ voiceId, modelId }: Pick<JobSummary, "voiceId" | "modelId">): Named {
  const voice = voiceId && findVoice(voiceId);
  return { voiceName: voice ? voice.name : voiceId, modelName: findModel(modelId)?.name ?? modelId };
}

/** The request of a job, to fill the playground with; `text` is null once the content is deleted or expired. */
export type SpokenAgain = {
  text: string | null;
  textType?: "text" | "ssml";
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
  return {
    text: spoken?.text ?? null,
    ...(spoken?.textType && { textType: spoken.textType }),
    voiceId: job.voiceId ?? "",
    modelId: job.modelId,
    audioFormat: job.audioFormat,
    config: spoken?.config ?? {},
    reading: spoken?.reading ?? {},
  };
}

/** The upload of a speech-to-text job, as long as it is stored. */
export type RecognizedAgain = { modelId: string; inputPath: string | null; fileName: string | null };

/** A speech-to-text job's request. Throws NOT_FOUND, also for another business's job. */
export async function findRecognizedAgain(member: Member, trackingId: string): Promise<RecognizedAgain> {
  const { modelId, inputPath, fileName } = await describeJob(await getJob(member, trackingId));
  return { modelId, inputPath, fileName };
}
