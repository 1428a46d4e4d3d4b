import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { takePreview } from "@/lib/speech/preview-quota";
import { previewReading } from "@/lib/speech/preview-reading";

/** A preview of how a text will be read, under both path families. Free, so it is limited by number. */
export function declarePreview(app: Hono<ApiEnv>): void {
  for (const operation of operations.previewReading) {
    endpoint(app, operation, async ({ caller, body }) => {
      await takePreview(caller);
      return {
        body: await previewReading(caller.businessId, body, caller.mode),
        headers: { "cache-control": "no-store" },
      };
    });
  }
}
