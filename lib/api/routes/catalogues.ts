import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";
import { previewAudio } from "@/lib/speech/preview";

// Engines come and go while clients run: a catalogue can be cached, but must be revalidated.
const headers = { "cache-control": "private, no-cache" };

/** Voices and models, which any active key can read, and how a voice sounds, which needs no key. */
export function declareCatalogues(app: Hono<ApiEnv>): void {
  for (const operation of operations.listVoices) {
    endpoint(app, operation, async ({ caller }) => ({ body: { voices: listVoices(caller.mode) }, headers }));
  }
  for (const operation of operations.listModels) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { models: await listModelsWithPrices(caller.businessId, caller.mode) }, headers };
    });
  }
  for (const operation of operations.getVoicePreview) {
    endpoint(app, operation, async ({ query }) => {
      const bytes = await previewAudio(query.voiceId);
      const audioHeaders = {
        "content-type": "audio/mpeg",
        "content-length": String(bytes.length),
        "cache-control": "public, max-age=3600",
        "x-ai-generated": "true",
      };
      return new Response(new Uint8Array(bytes), { headers: audioHeaders });
    });
  }
}
