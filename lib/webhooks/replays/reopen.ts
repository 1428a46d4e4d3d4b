import "server-only";
import { queueOf, wakeChannel } from "@/lib/access/events/queue";
import { clock } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

export type Reopened = {
  id: string;
  endpointId: string;
  region: string;
  state: string;
  messageId: string | null;
  createdAt: Date;
};

// What a worker is writing stays as it is: to wait for a worker that waits for the endpoint would be a deadlock.
const hasten = `
  WITH free AS (
    SELECT id FROM outbox_messages
    WHERE id = ANY($1::text[]) AND state = 'waiting' ORDER BY id FOR UPDATE SKIP LOCKED
  ), hastened AS (
    UPDATE outbox_messages SET due_at = least(due_at, $2::timestamptz) WHERE id IN (SELECT id FROM free)
  ), moved AS (
    UPDATE webhook_deliveries SET next_attempt_at = least(next_attempt_at, $2::timestamptz)
    WHERE id = ANY($3::text[]) AND message_id IN (SELECT id FROM free)
  )
  SELECT id FROM outbox_messages WHERE id = ANY($1::text[]) AND state = 'waiting'`;

// A delivery that another replay has reopened has another message by now.
const open = `
  WITH chosen AS (
    SELECT * FROM json_to_recordset($1::json) AS r
      (id text, endpoint_id text, former_id text, message_id text, queue text)
  ), locked AS MATERIALIZED (
    SELECT id, message_id FROM webhook_deliveries WHERE id IN (SELECT id FROM chosen) ORDER BY id FOR NO KEY UPDATE
  ), reopened AS (
    UPDATE webhook_deliveries d
    SET state = 'waiting', message_id = c.message_id, next_attempt_at = $2::timestamptz, finished_at = NULL
    FROM chosen c, locked l
    WHERE d.id = c.id AND l.id = c.id AND l.message_id IS NOT DISTINCT FROM c.former_id RETURNING d.id
  ), messages AS (
    INSERT INTO outbox_messages (id, kind, target, payload, due_at, created_at)
    SELECT message_id, queue, endpoint_id, json_build_object('deliveryId', id)::text, $2::timestamptz, $2::timestamptz
    FROM chosen WHERE id IN (SELECT id FROM reopened) RETURNING kind
  )
  SELECT pg_notify('${wakeChannel}', kind)::text FROM (SELECT DISTINCT kind FROM messages) queues`;

/** The caller has locked the endpoint. Those that wait get no second message, the others one with all attempts. */
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
    .map(({ id, endpointId, region, messageId }) => ({
      id,
      message_id: newId("outbox"),
      queue: queueOf(region),
      endpoint_id: endpointId,
      former_id: messageId,
    }));
  if (rows.length > 0) await sql(undefined, open, [JSON.stringify(rows), now]);
}
