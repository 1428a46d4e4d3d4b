import "server-only";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { findModel, findVoice } from "@/lib/engines/catalogue";
import type { SpokenContent } from "@/lib/speech/content";
import { isReadable, readRecognized, readSpoken, readWords } from "@/lib/speech/content";
import type { JobDetail, JobSummary } from "./list";
import { isRawAudio } from "./playable";

const excerptLength = 140;

type Named = { voiceName: string | null; modelName: string };

export type JobRow = Omit<
  JobSummary,
  "audioObject" | "contentObject" | "modelId" | "voiceId" | "keyId" | "keyHint" | "processingTimeMs"
> &
  Named & { excerpt: string; isReadable: boolean };

export type JobView = Omit<
  JobDetail,
  "audioObject" | "contentObject" | "inputObject" | "keyId" | "keyHint" | "requestId"
> &
  Named & {
    /** The path of the generated audio on this site; null when there is none or it has expired. */
    audioPath: string | null;
    /** Whether it has no container, so that browsers cannot play it. */
    isRaw: boolean;
    /** The same for the uploaded audio. */
    inputPath: string | null;
    isReadable: boolean;
    /** The text or transcript; null once it has expired. */
    words: string | null;
    fileName: string | null;
    /** The model's engine; null once the model is withdrawn. */
    engine: string | null;
    /** The config options, one per line; null without options. */
    options: string | null;
    /** The normalization options; null once expired, and for engines with their own rules. */
    reading: SpokenContent["reading"];
  };

export async function describeRow(job: JobSummary): Promise<JobRow> {
  const { trackingId, mode, service, region, status, resultCode, characters, deletedAt, amountMilli, audioDuration } =
    job;
  const row = {
    trackingId,
    mode,
    service,
    region,
    status,
    resultCode,
    characters,
    deletedAt,
    amountMilli,
    audioDuration,
  };
  const { createdAt, expiresAt } = job;
  const isHere = isReadable(job);
  return {
    ...row,
    createdAt,
    expiresAt,
    isReadable: isHere,
    spark: isHere ? job.spark : null,
    excerpt: excerptOf(await readWords(job)),
    ...name(job),
  };
}

export async function describeJob(job: JobDetail): Promise<JobView> {
  const { audioObject, contentObject: _content, inputObject, requestId: _requestId, ...known } = job;
  // Which key was used is for those who can see keys: see `findOrigin`.
  const { keyId: _keyId, keyHint: _keyHint, ...facts } = known;
  const [spoken, recognized] = await Promise.all([readSpoken(job), readRecognized(job)]);
  const config = spoken?.config ?? recognized?.config ?? null;
  const isHere = isReadable(job);
  const inputLives = inputObject && job.inputExpiresAt && isReadable({ ...job, expiresAt: job.inputExpiresAt });
  return {
    ...facts,
    ...name(job),
    isReadable: isHere,
    audioPath: audioObject && isHere ? signAudioPath(audioObject, job.expiresAt) : null,
    isRaw: isRawAudio(audioObject),
    inputPath: inputLives && job.inputExpiresAt ? signAudioPath(inputObject, job.inputExpiresAt, "stt") : null,
    words: spoken?.text ?? recognized?.transcript ?? null,
    fileName: recognized?.fileName ?? null,
    engine: findModel(job.modelId)?.engine ?? null,
    reading: spoken?.reading ?? null,
    options: config && JSON.stringify(config, null, 2),
  };
}

function excerptOf(words: string): string {
  const letters = [...words.replace(/\s+/g, " ").trim()];
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join("").trimEnd()}…` : letters.join("");
}

/** A withdrawn voice or model is shown by its id. */
function name({ voiceId, modelId }: Pick<JobSummary, "voiceId" | "modelId">): Named {
  const voice = voiceId && findVoice(voiceId);
  return { voiceName: voice ? voice.name : voiceId, modelName: findModel(modelId)?.name ?? modelId };
}
