import "server-only";
import { queueOf, wakeChannel } from "@/lib/access/events/queue";
import { clock, days } from "@/lib/platform/clock";
import { fromCursor, toCursor } from "@/lib/platform/cursor";
import { type Sql, sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type Claims, workThrough } from "@/lib/platform/outbox/claim-loop";
import { isMissing, isSelected, type StoredSelection, selectionValues } from "./selection";

const batchSize = 200;

/** Of so many replays a batch is sent in turn, so that a stopping worker does not wait long. */
const maxInTurn = 20;

type Replay = {
  id: string;
  endpointId: string;
  selection: StoredSelection;
  cursor: string | null;
  createdAt: Date;
  isDeleted: boolean;
};

// The first of each business before the second of any.
const listOpen = `
  SELECT id FROM (
    SELECT r.id, r.created_at, row_number() OVER (PARTITION BY r.business_id ORDER BY r.created_at, r.id) AS place
    FROM webhook_replays r JOIN webhook_endpoints e ON e.id = r.endpoint_id
    WHERE r.finished_at IS NULL AND r.canceled_at IS NULL
      AND (e.deleted_at IS NOT NULL OR (e.paused_at IS NULL AND e.disabled_at IS NULL))
  ) open ORDER BY place, created_at, id LIMIT ${maxInTurn}`;

// One process at a time. The shared lock makes pausing wait, so that it holds back what this batch sends again.
const lockReplay = `
  SELECT r.id, r.endpoint_id AS "endpointId", r.selection, r."cursor", r.created_at AS "createdAt",
    e.deleted_at IS NOT NULL AS "isDeleted"
  FROM webhook_replays r JOIN webhook_endpoints e ON e.id = r.endpoint_id
  WHERE r.id = $1 AND r.finished_at IS NULL AND r.canceled_at IS NULL
    AND (e.deleted_at IS NOT NULL OR (e.paused_at IS NULL AND e.disabled_at IS NULL))
  FOR NO KEY UPDATE OF r SKIP LOCKED FOR SHARE OF e`;

const nextSelected = `
  SELECT id, endpoint_id AS "endpointId", region, state, message_id AS "messageId", created_at AS "createdAt"
  FROM webhook_deliveries WHERE ${isSelected} AND (created_at, id) > ($8::timestamptz, $9::text)
  ORDER BY created_at, id LIMIT ${batchSize}`;

const advanceReplay = `UPDATE webhook_replays SET "cursor" = coalesce($2, "cursor"), done = done + $3,
  finished_at = CASE WHEN $3 < ${batchSize} THEN $4::timestamptz END WHERE id = $1`;

const cancelDeleted = "UPDATE webhook_replays SET canceled_at = $2::timestamptz WHERE id = $1";

/** The progress is in the same transaction, so that any process continues. Returns whether there can be more. */
export const runBatch = (replayId: string): Promise<boolean> =>
  transaction(async (run) => {
    const [replay] = await run<Replay>("lock-replay", lockReplay, [replayId]);
    if (!replay) return false;
    if (replay.isDeleted) {
      await run("cancel-replay", cancelDeleted, [replay.id, clock.now()]);
      return false;
    }
    if (replay.selection.missing) return deliverMissing(run, replay);
    const { endpointId, selection, cursor, createdAt } = replay;
    const place = cursor ? fromCursor(cursor) : { createdAt: new Date(0), id: "" };
    const values = [...selectionValues(endpointId, selection, createdAt), place.createdAt, place.id];
    const deliveries = await run<Reopened>(undefined, nextSelected, values);
    await reopen(run, deliveries);
    const last = deliveries.at(-1);
    await run("advance-replay", advanceReplay, [
      replay.id,
      last ? toCursor(last) : null,
      deliveries.length,
      clock.now(),
    ]);
    return deliveries.length === batchSize;
  });

const nextMissing = `
  SELECT e.id AS "eventId", e.business_id AS "businessId", e.type AS "eventType", e.object_id AS "objectId",
    e.created_at AS "createdAt", coalesce(e.payload->>'region', $4) AS region
  FROM events e ${isMissing} AND (e.created_at, e.id) > ($5::timestamptz, $6::text)
  ORDER BY e.created_at, e.id LIMIT ${batchSize}`;

const insertMissing = `
  INSERT INTO webhook_deliveries (id, event_id, endpoint_id, business_id, event_type, object_id, region, state, created_at)
  SELECT id, "eventId", $2, "businessId", "eventType", "objectId", region, 'held', "createdAt"
  FROM json_to_recordset($1::json) AS d (id text, "eventId" text, "businessId" text, "eventType" text, "objectId" text,
    region text, "createdAt" timestamptz)
  ON CONFLICT (event_id, endpoint_id) DO NOTHING
  RETURNING id, endpoint_id AS "endpointId", region, state, message_id AS "messageId", created_at AS "createdAt"`;

type MissingEvent = { eventId: string; createdAt: Date };

async function deliverMissing(run: Sql, { id, endpointId, selection, cursor, createdAt }: Replay): Promise<boolean> {
  const place = cursor ? fromCursor(cursor) : { createdAt: new Date(0), id: "" };
  const values = selectionValues(endpointId, selection, createdAt).slice(0, 3);
  const found = await run<MissingEvent>(undefined, nextMissing, [
    ...values,
    env.VANG_REGION,
    place.createdAt,
    place.id,
  ]);
  const rows = found.map((event) => ({ ...event, id: newId("delivery") }));
  await reopen(run, await run<Reopened>(undefined, insertMissing, [JSON.stringify(rows), endpointId]));
  const last = found.at(-1);
  const next = last ? toCursor({ createdAt: last.createdAt, id: last.eventId }) : null;
  await run("advance-replay", advanceReplay, [id, next, found.length, clock.now()]);
  return found.length === batchSize;
}

/** Carries out replays, a batch of each in turn. */
export const replayClaims: Claims<{ id: string }> = {
  name: "replays",
  rest: { text: "EXISTS (SELECT FROM webhook_replays WHERE finished_at IS NULL AND canceled_at IS NULL)" },
  async claim() {
    const unfinished: { id: string }[] = [];
    for (const replay of await sql<{ id: string }>("open-replays", listOpen, [])) {
      const hasMore = await runBatch(replay.id).catch((error: Error) => {
        log.error({ replay: replay.id, reason: error.message }, "a batch of a replay failed");
        return false;
      });
      if (hasMore) unfinished.push(replay);
    }
    return unfinished;
  },
};

export const runReplays = () => workThrough(replayClaims);

const sweepOld = `DELETE FROM webhook_replays WHERE id IN
  (SELECT id FROM webhook_replays WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 replays older than 30 days, whose events are gone too. Returns how many. */
export async function sweepReplays(): Promise<number> {
  return (await sql("sweep-replays", sweepOld, [new Date(+clock.now() - days(30))])).length;
}

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
const reopenAll = `
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
  if (rows.length > 0) await sql(undefined, reopenAll, [JSON.stringify(rows), now]);
}
