import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { takePreview } from "@/lib/limits/preview";
import { previewReading } from "@/lib/speech/preview-reading";
import { readingPreviewSchema, readingRequestSchema } from "@/lib/speech/schema";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";
import { ofTexts } from "./refuses";

/** How a text will be read, under both path families. Free, so it is limited by number. */
export function declarePreview(app: OpenAPIHono<ApiEnv>): void {
  for (const path of ["/tts/preview", "/ai/tts/preview"]) {
    endpoint(
      app,
      {
        method: "post",
        path,
        summary: "See how a text will be read",
        scope: "tts:execute",
        body: readingRequestSchema,
        response: readingPreviewSchema,
        refuses: ofTexts,
      },
      async ({ caller, body }) => {
        await takePreview(caller.businessId);
        return { body: await previewReading(caller.businessId, body), headers: { "cache-control": "no-store" } };
      },
    );
  }
}
