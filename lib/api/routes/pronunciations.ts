import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import {
  listOwnPronunciations,
  removePronunciation,
  savePronunciation,
} from "@/lib/speech/pronunciations/pronunciations";

export function declarePronunciations(app: Hono<ApiEnv>): void {
  const headers = { "cache-control": "no-store" };
  for (const operation of operations.listPronunciations) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { pronunciations: await listOwnPronunciations(caller) }, headers };
    });
  }
  for (const operation of operations.savePronunciation) {
    endpoint(app, operation, async ({ caller, body }) => {
      await savePronunciation(caller, body);
      return { body, headers };
    });
  }
  for (const operation of operations.deletePronunciation) {
    endpoint(app, operation, async ({ caller, query: { written } }) => {
      return { body: { written, removed: await removePronunciation(caller, written) }, headers };
    });
  }
}
