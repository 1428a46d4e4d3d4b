import { RequestCode } from "@/components/api/code/request-code";
import type { CodeRequest } from "@/lib/api/code/request";
import type { JobView } from "@/lib/speech/history/describe";
import { isTtsFormat } from "@/lib/speech/schema";

/** The job's request as code, as long as its text is kept. */
export function JobCode({ job, baseUrl }: { job: JobView; baseUrl: string }) {
  const body = bodyOf(job);
  return body && <RequestCode request={{ url: `${baseUrl}/${job.service}`, body }} />;
}

function bodyOf({
  service,
  words,
  voiceId,
  modelId,
  audioFormat,
  options,
  ...job
}: JobView): CodeRequest["body"] | null {
  if (service === "stt") {
    const fields = { modelId, ...(options && { config: JSON.stringify(JSON.parse(options)) }) };
    return { file: job.fileName ?? "audio.wav", fields };
  }
  if (words === null) return null;
  return {
    json: {
      ...{ text: words, voiceId, modelId },
      // The formats that only `/v1` has are not those of `/tts`.
      ...(audioFormat && isTtsFormat(audioFormat) && { audioFormat }),
      ...(options && { config: JSON.parse(options) }),
      ...(job.reading && { reading: job.reading }),
    },
  };
}
