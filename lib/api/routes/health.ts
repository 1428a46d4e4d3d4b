import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/door";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { seconds } from "@/lib/clock";
import { hotSql } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { speechFinished } from "@/lib/speech/finished";
import { openStream } from "@/lib/stream/open";

let looked: { at: number; lagMs: Promise<number> } | undefined;

/** Looked up once a second at most: anybody may ask, and looking through a long stream takes its time. */
function lagNow(): Promise<number> {
  const at = performance.now();
  if (!looked || at > looked.at + seconds(1)) looked = { at, lagMs: openStream().lag(speechFinished) };
  return looked.lagMs;
}

/** For a load balancer: whether this process should be given calls. */
export function declareHealth(app: Hono<ApiEnv>, isEnding: () => boolean): void {
  for (const operation of operations.health) {
    endpoint(app, operation, async () => {
      if (isEnding()) throw new Refusal("OVERLOADED", { message: "api.ending" });
      const away = () => {
        throw new Refusal("OVERLOADED", { message: "api.noDatabase" });
      };
      await hotSql("health", "SELECT 1 AS one", []).catch(away);
      const lagMs = await lagNow().catch(away);
      const body = { status: "ok" as const, oldestUnprocessedAgeSeconds: lagMs / seconds(1) };
      return { body, headers: { "cache-control": "no-store" } };
    });
  }
}
