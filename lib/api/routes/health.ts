import "server-only";
import type { Hono } from "hono";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { seconds } from "@/lib/platform/clock";
import { hot, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { openStream } from "@/lib/platform/stream/open";

export type ProcessState = {
  /** Whether this process should get no more requests. */
  isEnding: boolean;
};

/** Fails on a server that only reads, as it does on one that is away. */
const canWrite = "SELECT FROM book_audits WHERE false FOR SHARE";

/** Rejects while the stream is away. Asked once a second at most, because the path is public. */
let streamCheck: { at: number; answer: Promise<unknown> } | undefined;

/** For a load balancer: whether this process should get requests. The path is public, so it says nothing else. */
export function declareHealth(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.getHealth) {
    endpoint(app, operation, async () => {
      if (state.isEnding) throw new AppError("OVERLOADED", { message: "api.ending" });
      const at = performance.now();
      if (!streamCheck || at > streamCheck.at + seconds(1))
        streamCheck = { at, answer: openStream().lag(speechFinished) };
      await Promise.all([sql("health", canWrite, [], hot), streamCheck.answer]).catch(() => {
        throw new AppError("OVERLOADED", { message: "api.noDatabase" });
      });
      const body = { status: "ok" as const, role: env.VANG_ROLE };
      return { body, headers: { "cache-control": "no-store" } };
    });
  }
}
