import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { chargeHeaders, resultHeaders } from "@/lib/api/charge-headers";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { clock } from "@/lib/clock";
import { AppError } from "@/lib/errors";
import { findJob } from "@/lib/history/lookup";
import type { Caller } from "@/lib/principals/caller";
import { answerTts } from "@/lib/speech/answer";
import { synthesize } from "@/lib/speech/synthesize";

/** Text to speech and its lookup, under both path families. */
export function declareTts(app: Hono<ApiEnv>): void {
  for (const operation of operations.createSpeech) {
    endpoint(app, operation, async ({ caller, body, ...arrival }) => {
      const ran = await synthesize(caller, body, arrival);
      const headers = { ...chargeHeaders(ran, ran.engine), "x-ai-generated": "true" };
      return { body: answerTts(withAudio(ran.finished)), headers };
    });
  }
  for (const operation of operations.getSpeech) {
    endpoint(app, operation, async ({ caller, query }) => {
      const job = await findTtsJob(caller, query.id);
      return { body: answerTts(job), headers: { ...resultHeaders(job), "x-ai-generated": "true" } };
    });
  }
}

/** Throws what `findJob` throws, and RESULT_EXPIRED once the audio has expired. */
export async function findTtsJob(caller: Caller, trackingId: string, param = "id") {
  const job = await findJob(caller, "tts", trackingId, param);
  // Checked here and not by the sweeper, so that the expiry is exact.
  if (job.expiresAt <= clock.now()) throw new AppError("RESULT_EXPIRED", { param });
  return withAudio(job, param);
}

function withAudio<Job extends { audioObject: string | null }>(job: Job, param = "id") {
  if (!job.audioObject) throw new AppError("RESULT_EXPIRED", { param });
  return { ...job, audioObject: job.audioObject };
}
