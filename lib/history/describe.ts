import "server-only";
import { signAudioPath } from "@/lib/audio/links";
import { clock } from "@/lib/clock";
import { findModel, findVoice } from "@/lib/speech/catalogue";
import type { JobDetail, JobSummary } from "./list";

const excerptLength = 140;

type Named = { voiceName: string | null; modelName: string };

/** A call as a line of the history. */
export type JobRow = Pick<
  JobSummary,
  "trackingId" | "service" | "characters" | "amountMilli" | "audioDuration" | "createdAt"
> &
  Named & { excerpt: string };

/** A call as its own panel shows it. */
export type JobView = Omit<JobDetail, "audioObject" | "keyId"> &
  Named & {
    /** Where this site plays it from; null once it is gone, or when there never was any. */
    audioPath: string | null;
    isExpired: boolean;
    /** The provider's options, one a line; null when none were sent. */
    options: string | null;
  };

export function describeRow(job: JobSummary): JobRow {
  const { trackingId, service, characters, amountMilli, audioDuration, createdAt } = job;
  return {
    trackingId,
    service,
    characters,
    amountMilli,
    audioDuration,
    createdAt,
    excerpt: excerptOf(job),
    ...name(job),
  };
}

export function describeJob({ audioObject, keyId: _keyId, ...job }: JobDetail): JobView {
  const isExpired = job.expiresAt <= clock.now();
  return {
    ...job,
    ...name(job),
    isExpired,
    audioPath: audioObject && !isExpired ? signAudioPath(audioObject, job.expiresAt) : null,
    options: job.config && JSON.stringify(JSON.parse(job.config), null, 2),
  };
}

function excerptOf({ text }: Pick<JobSummary, "text">): string {
  const letters = [...(text ?? "").replace(/\s+/g, " ").trim()];
  return letters.length > excerptLength ? `${letters.slice(0, excerptLength).join("").trimEnd()}…` : letters.join("");
}

/** A voice or model that was since withdrawn is still named by its id. */
function name({ voiceId, modelId }: Pick<JobSummary, "voiceId" | "modelId">): Named {
  const voice = voiceId && findVoice(voiceId);
  return { voiceName: voice ? voice.name : voiceId, modelName: findModel(modelId)?.name ?? modelId };
}
