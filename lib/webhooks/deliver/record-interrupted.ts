import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Running } from "./dispatcher";

// The lock of a worker that lives cannot be taken. It is given back at the end of the statement.
const take = `
  DELETE FROM webhook_workers WHERE queue = $1 AND id <> $3 AND pg_try_advisory_xact_lock($2, id) RETURNING running`;

// An attempt that was recorded although its worker ended is not recorded again.
const record = `
  WITH cut AS (
    SELECT r.*, d.attempts + 1 AS number, d.is_test
    FROM json_to_recordset($1::json) AS r (id text, "deliveryId" text, "messageId" text, "endpointId" text, url text, "startedAt" bigint)
    JOIN webhook_deliveries d ON d.id = r."deliveryId" AND d.message_id = r."messageId" AND d.state = 'waiting'
    WHERE NOT EXISTS (SELECT FROM webhook_attempts a WHERE a.delivery_id = d.id
      AND a.started_at >= to_timestamp((r."startedAt" - 100) / 1000.0))
  ), messages AS (
    UPDATE outbox_messages SET attempts = attempts + 1 WHERE id IN (SELECT "messageId" FROM cut) RETURNING id
  ), attempts AS (
    INSERT INTO webhook_attempts (id, delivery_id, endpoint_id, number, started_at, duration_ms, timings, url, request_headers, error)
    SELECT id, "deliveryId", "endpointId", number, to_timestamp("startedAt" / 1000.0),
      greatest(0, $2::bigint - "startedAt")::integer, '{}', url, '{}', 'interrupted' FROM cut
  )
  UPDATE webhook_deliveries d SET attempts = greatest(d.attempts, c.number), last_status = NULL, last_error = 'interrupted'
  FROM cut c WHERE d.id = c."deliveryId" AND d.message_id = c."messageId" AND (SELECT count(*) FROM messages) >= 0
  RETURNING d.id`;

/** Records the attempts that workers of a queue had in flight when they ended. Their deliveries are still due. */
export async function recordInterrupted(
  run: Sql,
  { queue, key, id }: { queue: string; key: number; id: number },
): Promise<void> {
  const ended = await run<{ running: Running[] }>(undefined, take, [queue, key, id]);
  const rows = ended.flatMap(({ running }) => running.map((one) => ({ id: newId("attempt"), ...one })));
  if (rows.length === 0) return;
  const cut = await run(undefined, record, [JSON.stringify(rows), +clock.now()]);
  log.warn({ queue, attempts: cut.length }, "a worker ended during attempts of webhooks, which are made again");
}
