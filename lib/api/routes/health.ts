import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { type BankAlarm, findBankAlarms } from "@/lib/billing/bank-notifications/watch-bank";
import { seconds } from "@/lib/clock";
import { hotSql } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { speechFinished } from "@/lib/events/finished-job";
import { log } from "@/lib/log";
import { lastBacklog } from "@/lib/outbox/backlog";
import { openStream } from "@/lib/stream/open";
import { type BookStatus, bookStatus } from "@/lib/wallet/books/status";
import { ledgerState } from "@/lib/wallet/ledger-state";
import { lastWebhookBacklog } from "@/lib/webhooks/deliver/backlog";

type Seen = { lagMs: number; books: BookStatus; bankAlarms: BankAlarm[] };

let looked: { at: number; seen: Promise<Seen> } | undefined;

/** Looked up once a second at most, because the path is public and reading a long stream takes time. */
function lookNow(): Promise<Seen> {
  const at = performance.now();
  if (!looked || at > looked.at + seconds(1)) looked = { at, seen: look() };
  return looked.seen;
}

async function look(): Promise<Seen> {
  const [lagMs, books, bankAlarms] = await Promise.all([
    openStream().lag(speechFinished),
    bookStatus(),
    findBankAlarms().catch((error: Error): BankAlarm[] => {
      log.error({ reason: error.message }, "the alarms of bank transfers could not be looked up");
      return ["unreadable"];
    }),
  ]);
  return { lagMs, books, bankAlarms };
}

type Role = "api" | "console" | "worker";

export type ProcessState = {
  /** Whether this process should get no more requests. */
  isEnding: boolean;
  /** Of each role, where the supervisor started several processes: `restarting` while one of its processes is. */
  processes?: Record<Role, "running" | "restarting">;
  /** How often processes of each role have ended by themselves since the start. */
  restarts?: Record<Role, number>;
};

/** For a load balancer: whether this process should get requests. */
export function declareHealth(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.getHealth) {
    endpoint(app, operation, async () => {
      if (state.isEnding) throw new AppError("OVERLOADED", { message: "api.ending" });
      const away = () => {
        throw new AppError("OVERLOADED", { message: "api.noDatabase" });
      };
      await hotSql("health", "SELECT 1 AS one", []).catch(away);
      const [{ lagMs, books, bankAlarms }, ledger] = await Promise.all([lookNow(), ledgerState()]).catch(away);
      const [outbox, webhooks] = [lastBacklog(), lastWebhookBacklog()];
      const body = {
        status: "ok" as const,
        role: env.VANG_ROLE,
        processes: state.processes,
        restarts: state.restarts,
        oldestUnprocessedAgeSeconds: lagMs / seconds(1),
        ledger,
        books,
        bankAlarms,
        ...(outbox && { outbox }),
        ...(webhooks && { webhooks }),
      };
      return { body, headers: { "cache-control": "no-store" } };
    });
  }
}
