import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { Refusal } from "@/lib/errors";
import { findJob } from "@/lib/history/lookup";
import type { Caller } from "@/lib/keys/caller";
import { answerTts } from "@/lib/speech/answer";
import { ttsRequestSchema, ttsResponseSchema } from "@/lib/speech/schema";
import { synthesize } from "@/lib/speech/synthesize";
import { chargeHeaders, resultHeaders } from "./charge-headers";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";
import { ofCalls, ofLookups, ofTexts } from "./refuses";

export const lookupSchema = z.object({ id: z.string().meta({ description: "The trackingId.", example: "tts_…" }) });

export const trackingIdSchema = z.object({
  trackingId: z.string().meta({ description: "From the call’s answer.", example: "tts_…" }),
});

/** Text to speech and its lookup, under both path families. */
export function declareTts(app: OpenAPIHono<ApiEnv>): void {
  for (const path of ["/tts", "/ai/tts"]) {
    endpoint(
      app,
      {
        method: "post",
        path,
        summary: "Text to speech",
        scope: "tts:execute",
        body: ttsRequestSchema,
        isIdempotent: true,
        response: ttsResponseSchema,
        tells: ["X-Tracking-Id", "X-Charge-Vnd", "Idempotent-Replayed", "X-Engine", "X-AI-Generated"],
        refuses: [...ofTexts, ...ofCalls],
      },
      async ({ caller, body, request, ...arrival }) => {
        const ran = await synthesize(caller, body, { ...arrival, signal: request.signal });
        const headers = { ...chargeHeaders(ran), "x-ai-generated": "true" };
        return { body: answerTts(withAudio(ran.finished)), headers };
      },
    );
  }

  endpoint(
    app,
    {
      method: "get",
      path: "/tts/jobs",
      summary: "Look a text-to-speech call up",
      scope: "tts:execute",
      query: lookupSchema,
      response: ttsResponseSchema,
      tells: ["X-Engine", "X-AI-Generated"],
      refuses: ["INVALID_REQUEST", ...ofLookups],
    },
    async ({ caller, query }) => {
      const job = await findTtsJob(caller, query.id);
      return { body: answerTts(job), headers: { ...resultHeaders(job), "x-ai-generated": "true" } };
    },
  );
}

/** Throws what `findJob` throws. */
export async function findTtsJob(caller: Caller, trackingId: string, param?: string) {
  return withAudio(await findJob(caller, "tts", trackingId, param), param);
}

function withAudio<Job extends { audioObject: string | null }>(job: Job, param = "id") {
  if (!job.audioObject) throw new Refusal("RESULT_EXPIRED", { param });
  return { ...job, audioObject: job.audioObject };
}
