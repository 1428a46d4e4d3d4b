import "server-only";
import type { Hono } from "hono";
import type { Caller } from "@/lib/access/principals/caller";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { eraseResult } from "@/lib/speech/retention/erase";

export function declareErase(app: Hono<ApiEnv>): void {
  const { deleteSpeech, deleteTranscription, deleteSpeechAlias, deleteTranscriptionAlias } = operations;
  for (const [service, found, named] of [
    ["tts", deleteSpeech, deleteSpeechAlias],
    ["stt", deleteTranscription, deleteTranscriptionAlias],
  ] as const) {
    for (const operation of found) endpoint(app, operation, ({ caller, query }) => erase(caller, service, query.id));
    for (const operation of named) {
      endpoint(app, operation, ({ caller, params }) => erase(caller, service, params.trackingId, "trackingId"));
    }
  }
}

async function erase(caller: Caller, service: "tts" | "stt", trackingId: string, param = "id") {
  // The key was accepted for this service only.
  if (!isId(service, trackingId)) throw new AppError("RESULT_NOT_FOUND", { param });
  return { body: await eraseResult(caller, trackingId, param), headers: { "cache-control": "no-store" } };
}
