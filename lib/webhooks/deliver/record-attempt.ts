import "server-only";
import DataLoader from "dataloader";
import { clock, hours, minutes } from "@/lib/clock";
import { sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import { bucketOf, noLatency } from "@/lib/latency";
import type { Posted } from "./post";

/** An endpoint that failed so often in a row gets one attempt in this time, whatever waits for it. */
export const failuresInARow = 5;
export const probeMs = minutes(5);

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

// Endpoints are locked first and in one order, and not against the foreign keys of new deliveries, because two batches can share them and replays lock them before their
// deliveries; an hour's row only after its endpoint's. The disk is waited for once, by the outbox, which writes next.
const record = `
  WITH ended AS MATERIALIZED (
    SELECT * FROM json_to_recordset($1::json) AS a
      (id text, delivery_id text, message_id text, endpoint_id text, number integer, started_at timestamptz,
       duration_ms integer, timings jsonb, address text, url text, request_headers jsonb, status_code integer,
       response_headers jsonb, response_body text, error text, state text, next_attempt_at timestamptz)
  ), locked AS MATERIALIZED (
    SELECT id FROM webhook_endpoints
    WHERE id IN (SELECT endpoint_id FROM json_to_recordset($2::json) AS h (endpoint_id text)) ORDER BY id FOR NO KEY UPDATE
  ), attempts AS (
    INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, address, url,
      request_headers, status_code, response_headers, response_body, error)
    SELECT id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, address, url, request_headers,
      status_code, response_headers, response_body, error FROM ended
  ), deliveries AS (
    UPDATE webhook_deliveries d SET state = a.state, attempts = greatest(d.attempts, a.number), last_status = a.status_code,
      last_error = a.error, next_attempt_at = a.next_attempt_at,
      finished_at = CASE WHEN a.state IN ('succeeded', 'failed', 'canceled') THEN $4::timestamptz END
    FROM ended a WHERE d.id = a.delivery_id AND d.message_id = a.message_id AND d.state = 'waiting' AND (SELECT count(*) FROM locked) >= 0
      AND (SELECT set_config('synchronous_commit', 'off', true)) = 'off'
    RETURNING d.id
  ), health AS (
    UPDATE webhook_endpoints p SET failures = CASE WHEN h.has_success THEN h.failures ELSE p.failures + h.failures END,
      failing_since = CASE WHEN h.has_success THEN h.failing_since ELSE coalesce(p.failing_since, h.failing_since) END,
      notices_sent = CASE WHEN h.has_success THEN 0 ELSE p.notices_sent END,
      last_failed_at = coalesce(h.last_failed_at, p.last_failed_at),
      last_succeeded_at = coalesce(h.last_succeeded_at, p.last_succeeded_at)
    FROM json_to_recordset($2::json) AS h (endpoint_id text, has_success boolean, failures integer,
      failing_since timestamptz, last_failed_at timestamptz, last_succeeded_at timestamptz), locked l
    WHERE p.id = h.endpoint_id AND l.id = p.id RETURNING p.id, p.failures
  ), counted AS (
    INSERT INTO webhook_hours AS w (endpoint_id, hour, succeeded, failed, duration_ms, latency)
    SELECT r.* FROM json_to_recordset($3::json) AS r
      (endpoint_id text, hour timestamptz, succeeded integer, failed integer, duration_ms bigint, latency integer[])
      JOIN locked l ON l.id = r.endpoint_id ORDER BY r.endpoint_id, r.hour
    ON CONFLICT (endpoint_id, hour) DO UPDATE SET succeeded = w.succeeded + excluded.succeeded,
      failed = w.failed + excluded.failed, duration_ms = w.duration_ms + excluded.duration_ms,
      latency = ARRAY(SELECT a + b FROM unnest(w.latency, excluded.latency) WITH ORDINALITY AS bucket (a, b, i) ORDER BY i)
  ), paused AS (
    INSERT INTO outbox_pauses AS p (kind, target, until, places)
    SELECT $5, id, $6::timestamptz, 1 FROM health WHERE failures >= ${failuresInARow} ORDER BY id
    ON CONFLICT (kind, target) DO UPDATE SET until = excluded.until, places = 1
  ), hastened AS (
    UPDATE outbox_pauses SET until = $4::timestamptz WHERE places IS NOT NULL AND target = ANY($7::text[])
  ), released AS (
    DELETE FROM outbox_pauses WHERE places IS NOT NULL AND target IN (SELECT id FROM health WHERE failures = 0)
  )
  SELECT id FROM deliveries`;

/** Writes how an attempt ended: with others that end within some milliseconds, in one statement. */
export function openRecorder(queue: string) {
  const loader = new DataLoader<Finished, boolean>(
    async (finished) => {
      const write = async (some: readonly Finished[]) => {
        const now = clock.now();
        const counted = some.filter(({ isTest, error }) => !isTest && error !== "stopped");
        const values = [some.map(rowOf), healthOf(counted), hoursOf(counted)].map((rows) => JSON.stringify(rows));
        const rows = await sql<{ id: string }>("record-attempts", record, [
          ...values,
          now,
          queue,
          new Date(+now + probeMs),
          testedOf(some, counted),
        ]);
        return new Set(rows.map(({ id }) => id));
      };
      const written = await write(finished).catch(() => null);
      if (written) return finished.map(({ deliveryId }) => written.has(deliveryId));
      // One by one, so that a row that cannot be written keeps back no other.
      return Promise.all(
        finished.map((one) =>
          write([one]).then(
            (alone) => alone.has(one.deliveryId),
            (error: Error) => error,
          ),
        ),
      );
    },
    { cache: false, maxBatchSize: 200, batchScheduleFn: (run) => void setTimeout(run, 10) },
  );
  /** Returns false for a delivery that was canceled or replayed meanwhile, whose state stays as it is. */
  return (finished: Finished): Promise<boolean> => loader.load(finished);
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

/** Endpoints that a test found to work, which are attempted again at once. */
const testedOf = (finished: readonly Finished[], counted: readonly Finished[]): string[] =>
  finished
    .filter(({ isTest, error }) => isTest && error === null)
    .map(({ endpointId }) => endpointId)
    .filter((id) => !counted.some(({ endpointId }) => endpointId === id));

const endOf = ({ startedAt, durationMs }: Posted): number => +startedAt + durationMs;

function byEndpoint(finished: readonly Finished[]): Map<string, Finished[]> {
  const groups = new Map<string, Finished[]>();
  for (const one of finished) groups.set(one.endpointId, [...(groups.get(one.endpointId) ?? []), one]);
  return groups;
}

/** What each endpoint's attempts change of its health: after a success only later failures count. */
const healthOf = (finished: readonly Finished[]) =>
  [...byEndpoint(finished)].map(([endpoint_id, group]) => {
    const inOrder = group.toSorted((a, b) => endOf(a) - endOf(b));
    const lastSuccess = inOrder.findLastIndex(({ error }) => error === null);
    const failures = inOrder.slice(lastSuccess + 1);
    const lastFailure = inOrder.findLast(({ error }) => error !== null);
    return {
      endpoint_id,
      has_success: lastSuccess >= 0,
      failures: failures.length,
      failing_since: failures[0]?.startedAt ?? null,
      last_failed_at: lastFailure?.startedAt ?? null,
      last_succeeded_at: inOrder[lastSuccess]?.startedAt ?? null,
    };
  });

function hoursOf(finished: readonly Finished[]) {
  const rows = new Map<string, ReturnType<typeof emptyHour>>();
  for (const { endpointId, startedAt, durationMs, error } of finished) {
    const hour = new Date(Math.floor(+startedAt / hours(1)) * hours(1));
    const name = `${endpointId} ${+hour}`;
    const row = rows.get(name) ?? emptyHour(endpointId, hour);
    rows.set(name, row);
    row[error === null ? "succeeded" : "failed"]++;
    row.duration_ms += durationMs;
    const bucket = bucketOf(durationMs);
    row.latency[bucket] = (row.latency[bucket] ?? 0) + 1;
  }
  return [...rows.values()];
}

const emptyHour = (endpoint_id: string, hour: Date) => ({
  ...{ endpoint_id, hour, succeeded: 0, failed: 0, duration_ms: 0 },
  latency: noLatency(),
});
