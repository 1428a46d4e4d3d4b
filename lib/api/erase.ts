import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { Refusal } from "@/lib/errors";
import { isId } from "@/lib/ids";
import type { Caller } from "@/lib/keys/caller";
import { eraseResult } from "@/lib/retention/erase";
import { receiptSchema } from "@/lib/retention/schema";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";
import { lookupSchema, trackingIdSchema } from "./tts";

/** Erasing a result by its trackingId, under both path families. */
export function declareErase(app: OpenAPIHono<ApiEnv>): void {
  for (const service of ["tts", "stt"] as const) {
    const common = {
      method: "delete",
      summary: service === "tts" ? "Erase what was read aloud" : "Erase what was transcribed",
      scope: `${service}:execute`,
      response: receiptSchema,
      refuses: ["RESULT_NOT_FOUND", "WRONG_REGION"],
    } as const;
    endpoint(
      app,
      { ...common, path: `/${service}/jobs`, query: lookupSchema, refuses: ["INVALID_REQUEST", ...common.refuses] },
      ({ caller, query }) => erase(caller, service, query.id),
    );
    endpoint(app, { ...common, path: `/ai/${service}/{trackingId}`, params: trackingIdSchema }, ({ caller, params }) =>
      erase(caller, service, params.trackingId, "trackingId"),
    );
  }
}

async function erase(caller: Caller, service: "tts" | "stt", trackingId: string, param = "id") {
  // The key was let in for this service only.
  if (!isId(service, trackingId)) throw new Refusal("RESULT_NOT_FOUND", { param });
  return { body: await eraseResult(caller, trackingId, param), headers: { "cache-control": "no-store" } };
}
