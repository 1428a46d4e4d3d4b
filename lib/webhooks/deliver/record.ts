import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import DataLoader from "dataloader";
import { clock, hours, minutes, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { bucketOf, noLatency } from "@/lib/platform/latency";
import type { Task } from "./claim";
import type { Posted } from "./post";
import { recover, shortestOutageMs } from "./recover";

/** Failed attempts in a row before members are notified. */
export const failuresInARow = 5;

/** Different events that fail in a row, for at least this time, pause an endpoint. */
export const failedEvents = 5;
const outageMs = minutes(1);

/** A pause ends with one attempt. If it fails, the next pause is twice as long. */
const shortestPauseMs = seconds(5);
const longestPauseMs = minutes(5);

export type Finished = Posted & {
  deliveryId: string;
  messageId: string;
  endpointId: string;
  isTest: boolean;
  number: number;
  url: string;
  /** Without the value of the partner's own header. */
  requestHeaders: Record<string, string>;
  /** Of the delivery, after this attempt. */
  state: "waiting" | "succeeded" | "failed" | "held" | "canceled";
  nextAttemptAt: Date | null;
};

// Locks endpoints first and in one order, then their hours, and messages before deliveries, as replays do: two batches
// can share them. New deliveries can refer to a locked endpoint. An attempt at a former URL says nothing about the
// present one; one from before a pause does not extend it. A result that a power cut undoes is delivered again, so it
// does not wait for the disk.
const recordAttempts = `
  WITH ended AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS a
      (id text, delivery_id text, message_id text, endpoint_id text, number integer, started_at timestamptz,
       duration_ms integer, timings jsonb, address text, url text, request_headers jsonb, status_code integer,
       response_headers jsonb, response_body text, error text, state text, next_attempt_at timestamptz)
  ), locked AS MATERIALIZED (
    SELECT id, failures, failing_since, last_failed_at FROM webhook_endpoints
    WHERE id IN (SELECT endpoint_id FROM ended) ORDER BY id FOR NO KEY UPDATE
  ), done AS (
    DELETE FROM outbox_messages WHERE id IN (SELECT message_id FROM ended WHERE state <> 'waiting')
      AND (SELECT count(*) FROM locked) >= 0 RETURNING id
  ), retried AS (
    UPDATE outbox_messages o SET due_at = a.next_attempt_at, attempts = o.attempts + 1, last_error = a.error
    FROM ended a WHERE o.id = a.message_id AND a.state = 'waiting' AND (SELECT count(*) FROM locked) >= 0 RETURNING o.id
  ), attempts AS (
    INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, address, url,
      request_headers, status_code, response_headers, response_body, error)
    SELECT id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, address, url, request_headers,
      status_code, response_headers, response_body, error FROM ended
  ), deliveries AS (
    UPDATE webhook_deliveries d SET state = a.state, attempts = greatest(d.attempts, a.number), last_status = a.status_code,
      last_error = a.error, next_attempt_at = a.next_attempt_at,
      finished_at = CASE WHEN a.state IN ('succeeded', 'failed', 'canceled') THEN $4::timestamptz END
    FROM ended a WHERE d.id = a.delivery_id AND d.message_id = a.message_id AND d.state = 'waiting'
      AND (SELECT count(*) FROM done) + (SELECT count(*) FROM retried) >= 0
      AND (SELECT set_config('synchronous_commit', 'off', true)) = 'off'
    RETURNING d.id
  ), health AS (
    UPDATE webhook_endpoints p SET failures = CASE WHEN h.has_success THEN h.failures ELSE p.failures + h.failures END,
      failing_since = CASE WHEN h.has_success THEN h.failing_since ELSE coalesce(p.failing_since, h.failing_since) END,
      failing_deliveries = ARRAY(SELECT DISTINCT id FROM unnest(h.failing_deliveries || CASE WHEN NOT h.has_success
        THEN p.failing_deliveries END) AS failed (id) ORDER BY id LIMIT ${failedEvents}),
      notices_sent = CASE WHEN h.has_success THEN 0 ELSE p.notices_sent END,
      last_failed_at = coalesce(h.last_failed_at, p.last_failed_at),
      last_succeeded_at = coalesce(h.last_succeeded_at, p.last_succeeded_at)
    FROM json_to_recordset($2::json) AS h (endpoint_id text, url text, has_success boolean, failures integer,
      failing_since timestamptz, failing_deliveries text[], last_failed_at timestamptz, last_succeeded_at timestamptz), locked l
    WHERE p.id = h.endpoint_id AND p.url = h.url AND l.id = p.id
    RETURNING p.id, p.failures, p.failing_since, p.last_failed_at, cardinality(p.failing_deliveries) AS events,
      CASE WHEN h.has_success AND l.failures > 0 AND l.last_failed_at >= l.failing_since + $6::int * interval '1 ms'
        THEN l.failing_since END AS recovered_from
  ), counted AS (
    INSERT INTO webhook_hours AS w (endpoint_id, hour, succeeded, failed, duration_ms, latency)
    SELECT r.* FROM json_to_recordset($3::json) AS r
      (endpoint_id text, hour timestamptz, succeeded integer, failed integer, duration_ms bigint, latency integer[])
      JOIN locked l ON l.id = r.endpoint_id ORDER BY r.endpoint_id, r.hour
    ON CONFLICT (endpoint_id, hour) DO UPDATE SET succeeded = w.succeeded + excluded.succeeded,
      failed = w.failed + excluded.failed, duration_ms = w.duration_ms + excluded.duration_ms,
      latency = ARRAY(SELECT a + b FROM unnest(w.latency, excluded.latency) WITH ORDINALITY AS bucket (a, b, i) ORDER BY i)
  ), paused AS (
    INSERT INTO outbox_pauses AS p (kind, target, until, places, probes)
    SELECT $5, h.id, $4::timestamptz + ${shortestPauseMs} * interval '1 ms', 1, 1
    FROM health h LEFT JOIN outbox_pauses o ON o.kind = $5 AND o.target = h.id
    WHERE h.failures > 0 AND h.events >= ${failedEvents} AND (o.until IS NULL OR o.until <= h.last_failed_at)
      AND $4::timestamptz >= h.failing_since + ${outageMs} * interval '1 ms' ORDER BY h.id
    ON CONFLICT (kind, target) DO UPDATE SET until = $4::timestamptz
      + least(${longestPauseMs}, ${shortestPauseMs} * 2 ^ least(p.probes, 10)) * interval '1 ms', places = 1, probes = p.probes + 1
  ), hastened AS (
    UPDATE outbox_pauses SET until = $4::timestamptz, probes = 0 WHERE places IS NOT NULL AND target = ANY($7::text[])
  ), released AS (
    DELETE FROM outbox_pauses WHERE places IS NOT NULL AND target IN (SELECT id FROM health WHERE failures = 0)
  )
  SELECT id, NULL::timestamptz AS "recoveredFrom" FROM deliveries
  UNION ALL SELECT id, recovered_from FROM health WHERE recovered_from IS NOT NULL`;

/** A pause before a statement, in which more attempts end. */
const gatherMs = 5;

/** A statement that takes longer, because someone has locked an endpoint, holds up those after it no more. */
const longestTurnMs = 200;

/**
 * Writes how an attempt ended, in one statement with others that end at about the same time. Statements take turns: a
 * second one would only wait for the endpoints that the first has locked, and a larger one costs less for each attempt.
 */
export function openRecorder(queue: string) {
  let turn: Promise<unknown> = Promise.resolve();
  const loader = new DataLoader<Finished, boolean>(
    (finished) => {
      const written = recordAll(queue, finished);
      turn = Promise.race([written, sleep(longestTurnMs)]);
      return written;
    },
    { cache: false, maxBatchSize: 500, batchScheduleFn: (run) => void turn.then(() => setTimeout(run, gatherMs)) },
  );
  /** A delivery that was canceled or replayed meanwhile stays as it is. */
  return (finished: Finished): Promise<boolean> => loader.load(finished);
}

async function recordAll(queue: string, finished: readonly Finished[]): Promise<(boolean | Error)[]> {
  const written = await recordTogether(queue, finished).catch(() => null);
  if (written) return finished.map(({ deliveryId }) => written.has(deliveryId));
  // One by one, so that a row that cannot be written keeps back no other.
  return Promise.all(
    finished.map((one) =>
      recordTogether(queue, [one]).then(
        (alone) => alone.has(one.deliveryId),
        (error: Error) => error,
      ),
    ),
  );
}

/** Returns the deliveries that still waited. */
async function recordTogether(queue: string, finished: readonly Finished[]): Promise<Set<string>> {
  const now = clock.now();
  const counted = finished.filter(({ isTest, error }) => !isTest && error !== "stopped");
  // Endpoints that a test found to work, which are attempted again at once.
  const working = finished
    .filter(({ isTest, error }) => isTest && error === null)
    .map(({ endpointId }) => endpointId)
    .filter((id) => !counted.some(({ endpointId }) => endpointId === id));
  const values = [finished.map(rowOf), healthOf(counted), hoursOf(counted)].map((rows) => JSON.stringify(rows));
  const rows = await sql<{ id: string; recoveredFrom: Date | null }>("record-attempts", recordAttempts, [
    ...values,
    now,
    queue,
    shortestOutageMs,
    working,
  ]);
  for (const { id, recoveredFrom } of rows) if (recoveredFrom) recover(queue, id, recoveredFrom, now);
  return new Set(rows.map(({ id }) => id));
}

const rowOf = (finished: Finished) => ({
  id: newId("attempt"),
  delivery_id: finished.deliveryId,
  message_id: finished.messageId,
  endpoint_id: finished.endpointId,
  number: finished.number,
  started_at: finished.startedAt,
  duration_ms: finished.durationMs,
  timings: finished.timings,
  address: finished.address,
  url: finished.url,
  request_headers: finished.requestHeaders,
  status_code: finished.statusCode,
  response_headers: finished.responseHeaders,
  response_body: finished.responseBody,
  error: finished.error,
  state: finished.state,
  next_attempt_at: finished.nextAttemptAt,
});

const endOf = ({ startedAt, durationMs }: Posted): number => +startedAt + durationMs;

/** What the attempts at each endpoint and URL change of its health: after a success only later failures count. */
function healthOf(finished: readonly Finished[]) {
  const groups = new Map<string, Finished[]>();
  for (const one of finished) {
    const name = `${one.endpointId} ${one.url}`;
    groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return [...groups.values()].map((group) => {
    const inOrder = group.toSorted((a, b) => endOf(a) - endOf(b));
    const lastSuccess = inOrder.findLastIndex(({ error }) => error === null);
    const failures = inOrder.slice(lastSuccess + 1);
    const lastFailure = inOrder.findLast(({ error }) => error !== null);
    return {
      endpoint_id: group[0]?.endpointId,
      url: group[0]?.url,
      has_success: lastSuccess >= 0,
      failures: failures.length,
      failing_since: failures[0]?.startedAt ?? null,
      failing_deliveries: [...new Set(failures.map(({ deliveryId }) => deliveryId))].slice(0, failedEvents),
      last_failed_at: lastFailure?.startedAt ?? null,
      last_succeeded_at: inOrder[lastSuccess]?.startedAt ?? null,
    };
  });
}

type Hour = {
  endpoint_id: string;
  hour: Date;
  succeeded: number;
  failed: number;
  duration_ms: number;
  latency: number[];
};

/** How many attempts each endpoint had in each hour, and how long they took. */
function hoursOf(finished: readonly Finished[]): Hour[] {
  const rows = new Map<string, Hour>();
  for (const { endpointId, startedAt, durationMs, error } of finished) {
    const hour = new Date(Math.floor(+startedAt / hours(1)) * hours(1));
    const name = `${endpointId} ${+hour}`;
    const row = rows.get(name) ?? {
      endpoint_id: endpointId,
      hour,
      succeeded: 0,
      failed: 0,
      duration_ms: 0,
      latency: noLatency(),
    };
    rows.set(name, row);
    row[error === null ? "succeeded" : "failed"]++;
    row.duration_ms += durationMs;
    const bucket = bucketOf(durationMs);
    row.latency[bucket] = (row.latency[bucket] ?? 0) + 1;
  }
  return [...rows.values()];
}

// The message first, as everything that writes both does.
const endDelivery = `
  WITH message AS (
    DELETE FROM outbox_messages WHERE id = $2 RETURNING id
  )
  UPDATE webhook_deliveries SET state = $3, next_attempt_at = NULL,
    finished_at = CASE WHEN $3 <> 'held' THEN $4::timestamptz END
  WHERE id = $1 AND message_id = $2 AND state = 'waiting' AND (SELECT count(*) FROM message) >= 0`;

/** Ends a delivery without an attempt: `held` can be replayed. */
export async function endWithoutAttempt(
  { deliveryId, messageId }: Pick<Task, "deliveryId" | "messageId">,
  state: "held" | "canceled" | "failed",
): Promise<void> {
  await sql("end-delivery", endDelivery, [deliveryId, messageId, state, clock.now()]);
}

/** Deletes the message of a delivery that was canceled, replayed or deleted meanwhile. */
export const dropMessage = (messageId: string) =>
  sql("drop-webhook-message", "DELETE FROM outbox_messages WHERE id = $1", [messageId]);

const postponeOne = `UPDATE outbox_messages SET attempts = attempts + 1, due_at = $2::timestamptz, last_error = $3 WHERE id = $1`;

/** After an error of ours, such as a secret that cannot be decrypted: counts as an attempt, which is not in the log. */
export const postponeMessage = (messageId: string, dueAt: Date, reason: string) =>
  sql("postpone-webhook-message", postponeOne, [messageId, dueAt, reason.slice(0, 500)]);
