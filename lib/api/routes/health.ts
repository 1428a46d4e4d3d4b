import "server-only";
import type { Hono } from "hono";
import { listAlarms } from "@/lib/alarms/list";
import type { AlarmName } from "@/lib/alarms/schema";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/openapi/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { type BankAlarm, bankAlarms } from "@/lib/billing/bank-notifications/schema";
import { seconds } from "@/lib/clock";
import { hot, sql } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { speechFinished } from "@/lib/events/finished-job";
import { log } from "@/lib/log";
import { lastBacklog } from "@/lib/outbox/backlog";
import { openStream } from "@/lib/stream/open";
import { type BookStatus, bookStatus } from "@/lib/wallet/books/status";
import { ledgerState } from "@/lib/wallet/ledger-state";
import { lastWebhookBacklog } from "@/lib/webhooks/deliver/backlog";

type Alarms = { bankAlarms: (BankAlarm | "unreadable")[]; closedAlarms: AlarmName[] };
type Seen = Alarms & { lagMs: number; books: BookStatus };

let looked: { at: number; seen: Promise<Seen> } | undefined;

/** Looked up once a second at most, because the path is public and reading a long stream takes time. */
function lookNow(): Promise<Seen> {
  const at = performance.now();
  if (!looked || at > looked.at + seconds(1)) looked = { at, seen: look() };
  return looked.seen;
}

async function look(): Promise<Seen> {
  const [lagMs, books, alarms] = await Promise.all([
    openStream().lag(speechFinished),
    bookStatus(),
    lookAtAlarms().catch((error: Error): Alarms => {
      log.error({ reason: error.message }, "the alarms could not be looked up");
      return { bankAlarms: ["unreadable"], closedAlarms: [] };
    }),
  ]);
  return { lagMs, books, ...alarms };
}

async function lookAtAlarms(): Promise<Alarms> {
  const raised = await listAlarms();
  const open = raised.filter(({ closing }) => !closing).map(({ alarm }) => alarm);
  return {
    bankAlarms: bankAlarms.filter((alarm) => open.includes(alarm)),
    closedAlarms: raised.filter(({ closing }) => closing).map(({ alarm }) => alarm),
  };
}

function streamKind() {
  if (!env.STREAM_URL) return "postgresql" as const;
  return env.STREAM_UNSAFE ? ("nats-unsafe" as const) : ("nats" as const);
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

/** Fails on a server that only reads, as it does on one that is away. */
const canWrite = "SELECT FROM book_audits WHERE false FOR SHARE";

/** For a load balancer: whether this process should get requests. */
export function declareHealth(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.getHealth) {
    endpoint(app, operation, async () => {
      if (state.isEnding) throw new AppError("OVERLOADED", { message: "api.ending" });
      const away = () => {
        throw new AppError("OVERLOADED", { message: "api.noDatabase" });
      };
      await sql("health", canWrite, [], hot).catch(away);
      const [{ lagMs, ...seen }, ledger] = await Promise.all([lookNow(), ledgerState()]).catch(away);
      const [outbox, webhooks] = [lastBacklog(), lastWebhookBacklog()];
      const body = {
        status: "ok" as const,
        role: env.VANG_ROLE,
        processes: state.processes,
        restarts: state.restarts,
        oldestUnprocessedAgeSeconds: lagMs / seconds(1),
        stream: streamKind(),
        ledger,
        ...seen,
        ...(outbox && { outbox }),
        ...(webhooks && { webhooks }),
      };
      return { body, headers: { "cache-control": "no-store" } };
    });
  }
}
