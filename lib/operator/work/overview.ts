import "server-only";
import { statfs } from "node:fs/promises";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { type BookStatus, bookStatus } from "@/lib/money/wallet/books/audit-books";
import { ledgerState } from "@/lib/money/wallet/ledger-state";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { streamKind } from "@/lib/platform/stream/open";
import { listOpenJobs, longJobBacklog } from "@/lib/speech/jobs/backlog";
import { sweepLag } from "@/lib/speech/retention/sweep";
import { webhookBacklog } from "@/lib/webhooks/deliver/backlog";

export type MessageKind = {
  kind: string;
  waiting: number;
  due: number;
  oldestDueAt: Date | null;
  dead: number;
  /** Nothing of this kind is delivered until an operator starts it again. */
  isStopped: boolean;
};

export type Inventory = {
  region: string;
  takenAt: Date;
  /** Files that rows name, and files that there are. */
  expected: number;
  found: number;
  orphans: number;
  missing: number;
};

const stream = `SELECT count(*) FILTER (WHERE failed_at IS NULL)::int AS waiting,
    count(*) FILTER (WHERE failed_at IS NOT NULL)::int AS dead,
    min(created_at) FILTER (WHERE failed_at IS NULL) AS "oldestAt" FROM stream_messages`;

const kinds = `SELECT kind, count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
    count(*) FILTER (WHERE state = 'waiting' AND due_at <= $1)::int AS due,
    min(due_at) FILTER (WHERE state = 'waiting' AND due_at <= $1) AS "oldestDueAt",
    count(*) FILTER (WHERE state = 'dead')::int AS dead,
    EXISTS (SELECT FROM outbox_pauses p WHERE p.kind = m.kind AND p.target = '') AS "isStopped"
  FROM outbox_messages m WHERE state IN ('waiting', 'dead') GROUP BY kind ORDER BY kind`;

const inventories = `SELECT DISTINCT ON (region) region, taken_at AS "takenAt", expected, found,
    jsonb_array_length(orphans::jsonb) AS orphans, jsonb_array_length(missing::jsonb) AS missing
  FROM inventories ORDER BY region, taken_at DESC`;

const figures = `SELECT pg_database_size(current_database()) AS "databaseBytes",
    (SELECT count(*)::int FROM doomed_objects) AS "pendingDeletion",
    (SELECT count(*)::int FROM uncharged_jobs) AS uncharged,
    (SELECT count(*)::int FROM bank_days WHERE listed_vnd <> recorded_vnd) AS "differingDays",
    (SELECT count(*)::int FROM webhook_endpoints
      WHERE failing_since IS NOT NULL AND deleted_at IS NULL AND disabled_at IS NULL) AS "failingEndpoints"`;

type Counts = {
  databaseBytes: bigint;
  pendingDeletion: number;
  uncharged: number;
  differingDays: number;
  failingEndpoints: number;
};
type Audit = { auditedAt: Date; fullyAuditedAt: Date; differences: number };
type BankSum = { summedAt: Date; ledgerMilli: bigint; recordedMilli: bigint };

/** What runs in the background: what waits, what failed, and what the newest checks found. */
export async function readWork(operator: Operator) {
  requireOperatorRight(operator, "read");
  const now = clock.now();
  const audited = `SELECT audited_at AS "auditedAt", fully_audited_at AS "fullyAuditedAt", differences FROM book_audits`;
  const summed = `SELECT summed_at AS "summedAt", ledger_milli AS "ledgerMilli", recorded_milli AS "recordedMilli" FROM bank_sums`;
  const [
    [flow],
    messages,
    webhooks,
    stored,
    [counts],
    disk,
    sweepLagMs,
    status,
    ledger,
    [audit],
    [bank],
    longJobs,
    openJobs,
  ] = await Promise.all([
    sql<{ waiting: number; dead: number; oldestAt: Date | null }>("desk-stream", stream, []),
    sql<MessageKind>("desk-outbox", kinds, [now]),
    webhookBacklog(),
    sql<Inventory>("desk-inventories", inventories, []),
    sql<Counts>("desk-counts", figures, []),
    statfs(env.VANG_DATA).catch(() => null),
    sweepLag(),
    bookStatus(),
    ledgerState(),
    sql<Audit>("desk-audit", audited, []),
    sql<BankSum>("desk-bank-sum", summed, []),
    longJobBacklog(),
    listOpenJobs(20),
  ]);
  return {
    stream: {
      kind: streamKind(),
      waiting: flow?.waiting ?? 0,
      dead: flow?.dead ?? 0,
      oldestAt: flow?.oldestAt ?? null,
    },
    messages,
    /** Of this process's region. */
    longJobs: { ...longJobs, open: openJobs },
    webhooks: { ...webhooks, failing: counts?.failingEndpoints ?? 0 },
    storage: {
      /** Of this process's region. Null where the file system does not say it. */
      freeBytes: disk && disk.bavail * disk.bsize,
      totalBytes: disk && disk.blocks * disk.bsize,
      databaseBytes: counts?.databaseBytes ?? 0n,
      inventories: stored,
    },
    retention: { lagMs: sweepLagMs, pendingDeletion: counts?.pendingDeletion ?? 0 },
    books: { status: status satisfies BookStatus, ledger, audit: audit ?? null, uncharged: counts?.uncharged ?? 0 },
    bank: { sum: bank ?? null, differingDays: counts?.differingDays ?? 0 },
  };
}

export type Work = Awaited<ReturnType<typeof readWork>>;
