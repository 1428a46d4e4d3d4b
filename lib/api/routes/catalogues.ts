import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/door";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { listModels, listVoices } from "@/lib/engines/catalogue";

// Engines come and go while clients run: a catalogue may be kept, but is asked for again before it is used.
const headers = { "cache-control": "private, no-cache" };

/** Voices and models, under both path families. Any live key may read them. */
export function declareCatalogues(app: Hono<ApiEnv>): void {
  for (const operation of operations.listVoices) {
    endpoint(app, operation, async () => ({ body: { voices: listVoices() }, headers }));
  }
  for (const operation of operations.listModels) {
    endpoint(app, operation, async () => ({ body: { models: listModels() }, headers }));
  }
}
