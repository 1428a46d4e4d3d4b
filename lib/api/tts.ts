import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { signAudioLink } from "@/lib/audio/links";
import { Refusal } from "@/lib/errors";
import { findResult } from "@/lib/history/lookup";
import { isId } from "@/lib/ids";
import type { Caller } from "@/lib/keys/caller";
import { ttsRequestSchema, ttsResponseSchema } from "@/lib/speech/schema";
import { synthesize } from "@/lib/speech/synthesize";
import { formatMilli } from "@/lib/wallet/amounts";
import { type ApiEnv, endpoint } from "./endpoint";

const lookupSchema = z.object({ id: z.string().meta({ description: "The trackingId.", example: "tts_…" }) });

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
        response: ttsResponseSchema,
      },
      async ({ caller, body, receivedAt }) => {
        const { result, amountMilli } = await synthesize(caller, body, receivedAt);
        const headers = { "x-tracking-id": result.trackingId, "x-charge-vnd": formatMilli(amountMilli) };
        return { body: result, headers: { ...headers, "x-ai-generated": "true", "cache-control": "no-store" } };
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
    },
    async ({ caller, query }) => ({
      body: await getTtsResult(caller, query.id),
      headers: { "cache-control": "no-store" },
    }),
  );
}

async function getTtsResult(caller: Caller, trackingId: string) {
  const job = await findTtsJob(caller, trackingId);
  return {
    trackingId: job.trackingId,
    audioUrl: signAudioLink(job.audioObject, job.expiresAt),
    audioDuration: job.audioDuration,
    fileSizeBytes: Number(job.fileSizeBytes),
    processingTimeMs: Number(job.processingTimeMs),
    languageCode: job.languageCode,
  };
}

/** One answer for not yet, never and not yours: RESULT_NOT_FOUND. */
export async function findTtsJob(caller: Caller, trackingId: string) {
  const job = isId("tts", trackingId) ? await findResult(caller, "tts", trackingId) : null;
  if (!job?.audioObject) throw new Refusal("RESULT_NOT_FOUND", { param: "id" });
  return { ...job, audioObject: job.audioObject };
}
