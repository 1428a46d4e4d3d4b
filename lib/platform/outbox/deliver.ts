import "server-only";
import DataLoader from "dataloader";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { type AnyKind, decodePayload, type Failure } from "./kind";
import type { Claimed } from "./worker";

const maxReasonLength = 500;

/** An SMTP server's error message contains the recipient. */
const clean = (reason: string): string =>
  reason
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "•••")
    .slice(0, maxReasonLength);

/** Delivers a leased message and records the result. Never throws for an error of the delivery. */
export async function deliver(kind: AnyKind, owner: string, claimed: Claimed): Promise<void> {
  const failure = await attempt(kind, claimed);
  const { id, attempts } = claimed;
  const result = { id, owner, attempts, state: "waiting", dueAt: null, reason: null };
  if (!failure) return void (await record.load({ ...result, state: "delivered" }));
  const reason = clean(failure.reason);
  const about = { kind: kind.name, message: id, attempts, reason };
  const retryAt = "retryAt" in failure && failure.retryAt;
  if (!retryAt || attempts >= kind.scheduleMs.length) {
    log.error(about, "an outbox message is dead");
    return void (await record.load({ ...result, state: "dead", reason }));
  }
  log.warn({ ...about, retryAt }, "an outbox message waits for another attempt");
  await record.load({ ...result, dueAt: retryAt, reason });
}

async function attempt(kind: AnyKind, { id, payload, attempts }: Claimed): Promise<Failure | undefined> {
  // The process ended during the last attempt.
  if (attempts > kind.scheduleMs.length) return { dead: true, reason: "its process ended during the last attempt" };
  try {
    return await withDeadline(kind.timeoutMs, (signal) =>
      kind.deliver(decodePayload<unknown>(kind, id, payload), { id, number: attempts, signal }),
    );
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unknown";
    return { retryAt: new Date(+clock.now() + (kind.scheduleMs[attempts] ?? 0)), reason };
  }
}

/** Also stops waiting for a delivery that ignores its signal. */
const withDeadline = <Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> =>
  withTimeout(ms, new AbortController().signal, (signal) => {
    const late = new Promise<never>((_, fail) => {
      signal.addEventListener("abort", () => fail(new Error(`no answer within ${ms} ms`)), { once: true });
    });
    return Promise.race([work(signal), late]);
  });

type Outcome = {
  id: string;
  owner: string;
  attempts: number;
  state: string;
  dueAt: Date | null;
  reason: string | null;
};

// A delivered message keeps no payload. What another worker took over after its lease expired is not changed.
const write = `
  UPDATE outbox_messages o SET state = r.state, last_error = coalesce(r.reason, CASE WHEN r.state = 'waiting' THEN o.last_error END),
    due_at = coalesce(r.due_at, o.due_at), finished_at = CASE WHEN r.state <> 'waiting' THEN $2::timestamptz END,
    payload = CASE WHEN r.state <> 'delivered' THEN o.payload END, lease_owner = NULL, leased_until = NULL
  FROM json_to_recordset($1::json)
    AS r (id text, owner text, attempts integer, state text, due_at timestamptz, reason text)
  WHERE o.id = r.id AND o.lease_owner = r.owner AND o.attempts = r.attempts`;

/** Results that come within a few milliseconds are written in one statement. */
const batch = { cache: false, maxBatchSize: 200, batchScheduleFn: (run: () => void) => void setTimeout(run, 5) };

const record = new DataLoader(async (outcomes: readonly Outcome[]) => {
  const rows = outcomes.map(({ dueAt, ...outcome }) => ({ ...outcome, due_at: dueAt }));
  await sql("outbox-record", write, [JSON.stringify(rows), clock.now()]);
  return outcomes.map(() => true);
}, batch);
