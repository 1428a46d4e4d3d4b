import "server-only";
import type { Hono } from "hono";
import { listModels, listVoices } from "@/lib/speech/catalogue";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";
import { operations } from "./operations";

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
