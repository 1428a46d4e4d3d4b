import "server-only";
import { randomUUID } from "node:crypto";
import DataLoader from "dataloader";
import { clock, seconds } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { withTimeout } from "@/lib/platform/with-timeout";
import { startClaimLoop } from "./claim-loop";
import { type AnyKind, decodePayload, type Failure } from "./kind";

/** A pause after a delivery, so that more deliveries end: one claim for several messages costs as much as for one. */
const pauseMs = 20;

/** How long deliveries may run after the worker was stopped. Unfinished ones are left to other workers. */
// Less than the supervisor waits for a process to end, and longer than most mail servers take.
const stopMs = seconds(45);

/** Delivers the messages of these kinds until stopped. Any number of processes may do so at once. */
export function startOutbox(kinds: readonly AnyKind[]): { stop(): Promise<void> } {
  const runners = kinds.map(startKind);
  return {
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}

function startKind(kind: AnyKind): { stop(): Promise<void> } {
  const owner = randomUUID();
  const inHand = new Set<string>();
  let target = "";
  const loop = startClaimLoop<Claimed>({
    name: `outbox ${kind.name}`,
    places: kind.maxInFlight,
    rest: { text: hasDue, values: [kind.name] },
    gatherMs: () => pauseMs,
    stopMs,
    async claim(limit) {
      const claimed = await claim(kind, { owner, limit, after: target });
      if (claimed.length === 0 && target !== "") claimed.push(...(await claim(kind, { owner, limit, after: "" })));
      target = claimed.at(-1)?.target ?? "";
      return claimed;
    },
    work(message) {
      inHand.add(message.id);
      return deliver(kind, owner, message).finally(() => inHand.delete(message.id));
    },
    async retry({ id }, { message: reason }) {
      log.error({ kind: kind.name, message: id, reason }, "the outcome of a delivery is not written down");
    },
    failed: ({ message: reason }) => log.error({ kind: kind.name, reason }, "the outbox cannot be read"),
  });
  const renewing = setInterval(() => {
    if (inHand.size > 0) renew(kind, owner, [...inHand]).catch(() => undefined);
  }, kind.leaseMs / 3);
  return {
    async stop() {
      await loop.stop();
      clearInterval(renewing);
      // Returns unfinished messages to the other workers.
      await sql("outbox-release", releaseLeases, [owner]).catch((error: Error) =>
        log.warn(
          { kind: kind.name, reason: error.message },
          "messages are left to other workers when their lease ends",
        ),
      );
    },
  };
}

/** A message leased to this worker. The owner and the attempt number identify the lease. */
export type Claimed = {
  id: string;
  target: string;
  payload: string;
  attempts: number;
};

// Leases use the database's clock, which all workers share.
const isFree = "(leased_until IS NULL OR leased_until <= now())";

// By the smallest time, because for EXISTS the plan may read the table from its oldest rows on.
const hasDue = `
  NOT EXISTS (SELECT FROM outbox_pauses WHERE kind = $2 AND target = '' AND until > $1::timestamptz)
    AND (SELECT min(due_at) FROM outbox_messages WHERE kind = $2 AND state = 'waiting' AND ${isFree}) <= $1::timestamptz`;

// Steps from target to target, so that a target with a million due messages costs as much as one with a single message.
const nextTarget = (after: string) => `(
  SELECT target FROM outbox_messages
  WHERE kind = $1 AND state = 'waiting' AND due_at <= $2::timestamptz AND target > ${after} ORDER BY target LIMIT 1)`;

const claimDue = `
  WITH RECURSIVE targets AS (
    SELECT ${nextTarget("$3::text")} AS target
    UNION ALL
    SELECT ${nextTarget("t.target")} FROM targets t WHERE t.target IS NOT NULL
  ), due AS (
    SELECT m.id FROM targets t LEFT JOIN outbox_pauses p ON p.kind = $1 AND p.target = t.target
    CROSS JOIN LATERAL (
      SELECT id FROM outbox_messages
      WHERE kind = $1 AND state = 'waiting' AND target = t.target AND due_at <= $2::timestamptz AND ${isFree}
      ORDER BY due_at, id LIMIT CASE WHEN p.until > $2::timestamptz THEN 0 ELSE
        greatest(0, least($4::int, p.places) - (
          SELECT count(*) FROM outbox_messages WHERE kind = $1 AND target = t.target AND leased_until > now()
        )) END FOR UPDATE SKIP LOCKED
    ) m
    LIMIT $5::int
  ), claimed AS (
    UPDATE outbox_messages o
    SET attempts = attempts + 1, lease_owner = $6, leased_until = now() + $7::int * interval '1 ms'
    FROM due WHERE o.id = due.id RETURNING o.id, o.target, o.payload, o.attempts, o.due_at
  )
  SELECT id, target, payload, attempts FROM claimed ORDER BY target, due_at, id`;

// Without sorts the plan goes through the index by target, as the claim means it, also before the table has statistics.
// A claim that a power cut undoes is claimed again, so it does not wait for the disk.
const lockKind = `SELECT pg_advisory_xact_lock(hashtextextended($1, 0)), set_config('enable_sort', 'off', true),
  set_config('synchronous_commit', 'off', true)`;

type ClaimOptions = { owner: string; limit: number; after: string };

/**
 * Leases due messages of the targets after `after`, the oldest of each target first, within each target's limit. Only
 * one process at a time: two that count running deliveries concurrently would both fill a target.
 */
export async function claim(kind: AnyKind, { owner, limit, after }: ClaimOptions): Promise<Claimed[]> {
  const now = clock.now();
  const [found] = await sql<{ isDue: boolean | null }>("outbox-has-due", `SELECT ${hasDue} AS "isDue"`, [
    now,
    kind.name,
  ]);
  if (!found?.isDue) return [];
  return transaction(async (run) => {
    await run("outbox-lock", lockKind, [`outbox ${kind.name}`]);
    const values = [kind.name, now, after, kind.maxInFlightPerTarget, limit, owner, kind.leaseMs];
    return run<Claimed>("outbox-claim", claimDue, values);
  });
}

async function renew(kind: AnyKind, owner: string, ids: readonly string[]): Promise<void> {
  await sql(
    "outbox-renew",
    `UPDATE outbox_messages SET leased_until = now() + $3::int * interval '1 ms'
     WHERE id = ANY($1::text[]) AND lease_owner = $2`,
    [ids, owner, kind.leaseMs],
  );
}

const releaseLeases = "UPDATE outbox_messages SET lease_owner = NULL, leased_until = NULL WHERE lease_owner = $1";

const maxReasonLength = 500;

/** Delivers a leased message and records the result. Never throws for an error of the delivery. */
export async function deliver(kind: AnyKind, owner: string, claimed: Claimed): Promise<void> {
  const failure = await attempt(kind, claimed);
  const { id, attempts } = claimed;
  const result = { id, owner, attempts, state: "waiting", dueAt: null, reason: null };
  if (!failure) return void (await outcomes.load({ ...result, state: "delivered" }));
  // Without addresses: an SMTP server's error message contains the recipient.
  const reason = failure.reason
    .toWellFormed()
    .replaceAll("\0", "")
    .replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g, "•••")
    .slice(0, maxReasonLength);
  const about = { kind: kind.name, message: id, attempts, reason };
  const retryAt = "retryAt" in failure && failure.retryAt;
  if (!retryAt || attempts >= kind.scheduleMs.length) {
    log.error(about, "an outbox message is dead");
    return void (await outcomes.load({ ...result, state: "dead", reason }));
  }
  log.warn({ ...about, retryAt }, "an outbox message waits for another attempt");
  await outcomes.load({ ...result, dueAt: retryAt, reason });
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
const writeOutcomes = `
  UPDATE outbox_messages o SET state = r.state, last_error = coalesce(r.reason, CASE WHEN r.state = 'waiting' THEN o.last_error END),
    due_at = coalesce(r.due_at, o.due_at), finished_at = CASE WHEN r.state <> 'waiting' THEN $2::timestamptz END,
    payload = CASE WHEN r.state <> 'delivered' THEN o.payload END, lease_owner = NULL, leased_until = NULL
  FROM json_to_recordset($1::json)
    AS r (id text, owner text, attempts integer, state text, due_at timestamptz, reason text)
  WHERE o.id = r.id AND o.lease_owner = r.owner AND o.attempts = r.attempts`;

/** Results that come within a few milliseconds are written in one statement. */
const batch = { cache: false, maxBatchSize: 200, batchScheduleFn: (run: () => void) => void setTimeout(run, 5) };

const outcomes = new DataLoader(async (results: readonly Outcome[]) => {
  const rows = results.map(({ dueAt, ...outcome }) => ({ ...outcome, due_at: dueAt }));
  await sql("outbox-record", writeOutcomes, [JSON.stringify(rows), clock.now()]);
  return results.map(() => true);
}, batch);
