import "server-only";
import type { Hono } from "hono";
import { takePreview } from "@/lib/limits/preview";
import { previewReading } from "@/lib/speech/preview-reading";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";
import { operations } from "./operations";

/** How a text will be read, under both path families. Free, so it is limited by number. */
export function declarePreview(app: Hono<ApiEnv>): void {
  for (const operation of operations.previewReading) {
    endpoint(app, operation, async ({ caller, body }) => {
      await takePreview(caller.businessId);
      return { body: await previewReading(caller.businessId, body), headers: { "cache-control": "no-store" } };
    });
  }
}
