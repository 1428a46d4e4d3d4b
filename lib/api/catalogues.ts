import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { listModels, listVoices } from "@/lib/speech/catalogue";
import { modelListSchema, voiceListSchema } from "@/lib/speech/schema";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";

/** Voices and models, under both path families. Any live key may read them. */
export function declareCatalogues(app: OpenAPIHono<ApiEnv>): void {
  for (const path of ["/tts/voices", "/ai/voices"]) {
    endpoint(
      app,
      { method: "get", path, summary: "List voices", scope: "any key", response: voiceListSchema },
      async () => ({ body: { voices: listVoices() } }),
    );
  }
  for (const path of ["/tts/models", "/ai/models"]) {
    endpoint(
      app,
      {
        method: "get",
        path,
        summary: "List models and their configuration",
        scope: "any key",
        response: modelListSchema,
      },
      async () => ({ body: { models: listModels() } }),
    );
  }
}
