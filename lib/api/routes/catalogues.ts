import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { listModelsWithPrices, listVoices } from "@/lib/engines/catalogue";

// Engines come and go while clients run: a catalogue can be cached, but must be revalidated.
const headers = { "cache-control": "private, no-cache" };

/** Voices and models, under both path families. Any active key can read them. */
export function declareCatalogues(app: Hono<ApiEnv>): void {
  for (const operation of operations.listVoices) {
    endpoint(app, operation, async ({ caller }) => ({ body: { voices: listVoices(caller.mode) }, headers }));
  }
  for (const operation of operations.listModels) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { models: await listModelsWithPrices(caller.businessId, caller.mode) }, headers };
    });
  }
}
