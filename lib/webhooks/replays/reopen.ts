import "server-only";
import { clock } from "@/lib/clock";
import type { Sql } from "@/lib/db";
import { newId } from "@/lib/ids";
import { queueOf } from "@/lib/webhooks/queue";

export type Reopened = {
  id: string;
  endpointId: string;
  region: string;
  state: string;
  messageId: string | null;
  createdAt: Date;
};

// A message that a worker is delivering right now stays as it is.
const hasten = `
  WITH hastened AS (
    UPDATE outbox_messages SET due_at = least(due_at, $2::timestamptz)
    WHERE id = ANY($1::text[]) AND state = 'waiting' AND (leased_until IS NULL OR leased_until <= now()) RETURNING id
  ), moved AS (
    UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, $2::timestamptz)
    WHERE id = ANY($3::text[]) AND message_id IN (SELECT id FROM hastened)
  )
  SELECT id FROM outbox_messages WHERE id = ANY($1::text[]) AND state = 'waiting'`;

const open = `
  WITH reopened AS (
    SELECT * FROM json_to_recordset($1::json) AS r (id text, endpoint_id text, message_id text, queue text)
  ), deliveries AS (
    UPDATE webhook_deliveries d
    SET state = 'waiting', message_id = r.message_id, next_attempt_at = $2::timestamptz, finished_at = NULL
    FROM reopened r WHERE d.id = r.id
  )
  INSERT INTO outbox_messages (id, kind, target, payload, due_at, created_at)
  SELECT message_id, queue, endpoint_id, json_build_object('deliveryId', id)::text, $2::timestamptz, $2::timestamptz
  FROM reopened`;

/**
 * Makes deliveries due now, in the transaction that locked them: those that wait get no second message, and the others a
 * new one with all its attempts.
 */
export async function reopen(sql: Sql, deliveries: readonly Reopened[]): Promise<void> {
  if (deliveries.length === 0) return;
  const now = clock.now();
  const waiting = deliveries.filter(({ state }) => state === "waiting");
  const messages = waiting.map(({ messageId }) => messageId);
  const kept =
    waiting.length > 0
      ? await sql<{ id: string }>(undefined, hasten, [messages, now, waiting.map(({ id }) => id)])
      : [];
  const alive = new Set(kept.map(({ id }) => id));
  const rows = deliveries
    .filter(({ messageId }) => messageId === null || !alive.has(messageId))
    .map(({ id, endpointId, region }) => ({
      ...{ id, message_id: newId("outbox"), queue: queueOf(region).name },
      endpoint_id: endpointId,
    }));
  if (rows.length > 0) await sql(undefined, open, [JSON.stringify(rows), now]);
}
