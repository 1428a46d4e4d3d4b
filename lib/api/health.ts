import "server-only";
import type { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import { seconds } from "@/lib/clock";
import { read } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { speechFinished } from "@/lib/speech/finished";
import { openStream } from "@/lib/stream/open";
import type { ApiEnv } from "./door";
import { endpoint } from "./endpoint";

const healthSchema = z
  .object({
    status: z.literal("ok"),
    oldestUnprocessedAgeSeconds: z.number().meta({
      description:
        "For how long the oldest finished call has waited to be recorded, over all processes; 0 when none does.",
    }),
  })
  .meta({ id: "Health" });

let looked: { at: number; lagMs: Promise<number> } | undefined;

/** Looked up once a second at most: anybody may ask, and looking through a long stream takes its time. */
function lagNow(): Promise<number> {
  const at = performance.now();
  if (!looked || at > looked.at + seconds(1)) looked = { at, lagMs: openStream().lag(speechFinished) };
  return looked.lagMs;
}

/** For a load balancer: whether this process should be given calls. */
export function declareHealth(app: OpenAPIHono<ApiEnv>, isEnding: () => boolean): void {
  endpoint(
    app,
    {
      method: "get",
      path: "/health",
      summary: "Whether this process takes calls",
      scope: "nobody",
      response: healthSchema,
    },
    async () => {
      if (isEnding()) throw new Refusal("OVERLOADED", { message: "api.ending" });
      const away = () => {
        throw new Refusal("OVERLOADED", { message: "api.noDatabase" });
      };
      await read("health", "SELECT 1 AS one", []).catch(away);
      const lagMs = await lagNow().catch(away);
      const body = { status: "ok" as const, oldestUnprocessedAgeSeconds: lagMs / seconds(1) };
      return { body, headers: { "cache-control": "no-store" } };
    },
  );
}
