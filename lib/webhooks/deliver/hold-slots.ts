import "server-only";
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { wakeChannel } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { type Connection, queryTimeout, type Sql, withOwnConnection } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { wakeAll } from "@/lib/platform/outbox/wake";
import { slotCount } from "./claim";
import type { Running } from "./lanes";

/** How often workers share out the slots, and look for workers that died. */
const tickMs = seconds(1);

// A dead worker's server process ends within 25 seconds, also when its machine does not say so. Without sorts, and planned
// each time, searches go through the index by target, also before the table has statistics.
const session = `SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
  SET enable_sort = off; SET plan_cache_mode = force_custom_plan`;

const holdId = "SELECT pg_advisory_lock($1, $2)";

// The release before this one leases due messages under this lock, which would deliver what is in flight here twice. It
// delivers again once all workers of this release have ended.
const excludeFormer = "SELECT pg_advisory_lock_shared(hashtextextended('outbox ' || $1, 0))";

// Each worker holds a lock of its id, so that one without slots counts too. That of a worker that ended can be taken here,
// and is given back at the end of the statement.
const lookAround = `
  WITH ended AS (
    DELETE FROM webhook_workers WHERE queue = $1 AND id <> $3 AND pg_try_advisory_xact_lock($2::integer, id) RETURNING running
  )
  SELECT coalesce((SELECT json_agg(running) FROM ended), '[]') AS ended, (
    SELECT 1 + count(*)::integer FROM pg_locks
    WHERE locktype = 'advisory' AND classid = $2::integer::oid AND objid >= ${slotCount} AND granted AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  ) AS workers`;

const takeSlots = `
  SELECT slot FROM (SELECT slot FROM unnest($2::int[]) AS free (slot) OFFSET 0) free
  WHERE pg_try_advisory_lock($1, slot) LIMIT $3`;

const giveSlots = "SELECT pg_advisory_unlock($1, slot) FROM unnest($2::int[]) AS idle (slot)";

type Options = {
  queue: string;
  /** When something became due, and when slots were taken. */
  onWake: () => void;
  /** When slots were given away or lost. */
  onLoss: () => void;
  /** Slots with attempts in flight, which are given to others once they have none. */
  busy: () => ReadonlySet<number>;
};

/** Shares a queue's slots among all workers: each is held by one, by a lock that ends with its connection. */
export function holdSlots({ queue, onWake, onLoss, busy }: Options) {
  const stopping = new AbortController();
  const held = new Set<number>();
  const leaving = new Set<number>();
  let worker: { id: number; run: Sql } | undefined;

  async function work(client: Connection): Promise<void> {
    const run = client.sql;
    const [row] = await run<{ key: number }>(undefined, "SELECT hashtext($1) & 2147483647 AS key", [queue]);
    const [key, id] = [row?.key ?? 0, randomInt(slotCount, 2 ** 31 - 1)];
    await run(undefined, holdId, [key, id]);
    await run(undefined, excludeFormer, [queue]);
    await run(undefined, "INSERT INTO webhook_workers (id, queue) VALUES ($1, $2)", [id, queue]);
    worker = { id, run };
    client.on("notification", ({ payload }) => (payload === queue ? onWake() : wakeAll(payload ?? "")));
    await client.query(`LISTEN ${wakeChannel}`);
    wakeAll();
    while (!stopping.signal.aborted) {
      const [around] = await run<{ ended: Running[][]; workers: number }>(undefined, lookAround, [queue, key, id]);
      await recordInterrupted(run, queue, around?.ended.flat() ?? []);
      await share(run, key, around?.workers ?? 1);
      await sleep(tickMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function share(run: Sql, key: number, workers: number): Promise<void> {
    const fair = Math.ceil(slotCount / workers);
    for (const slot of [...held].slice(fair)) {
      held.delete(slot);
      leaving.add(slot);
    }
    if (leaving.size > 0) onLoss();
    const idle = [...leaving].filter((slot) => !busy().has(slot));
    if (idle.length > 0) await run(undefined, giveSlots, [key, idle]);
    for (const slot of idle) leaving.delete(slot);
    const missing = fair - held.size;
    if (missing <= 0 || leaving.size > 0) return;
    const others = Array.from({ length: slotCount }, (_, slot) => slot).filter((slot) => !held.has(slot));
    const taken = await run<{ slot: number }>(undefined, takeSlots, [key, others, missing]);
    for (const { slot } of taken) held.add(slot);
    if (taken.length > 0) onWake();
  }

  async function holdWith(client: Connection): Promise<void> {
    const lost = new Promise<never>((_, fail) => client.once("end", () => fail(new Error("closed by the server"))));
    lost.catch(() => undefined);
    try {
      await client.query(session);
      await Promise.race([work(client), lost]);
      if (worker && busy().size === 0)
        await client.sql(undefined, "DELETE FROM webhook_workers WHERE id = $1", [worker.id]);
    } finally {
      worker = undefined;
      held.clear();
      leaving.clear();
      onLoss();
    }
  }

  const options = { connectionTimeoutMillis: 5000, query_timeout: queryTimeout.ms };

  async function holdOn(): Promise<void> {
    while (!stopping.signal.aborted) {
      await withOwnConnection(holdWith, options).catch((error: Error) =>
        log.warn({ queue, reason: error.message }, "lost the slots of webhooks"),
      );
      await sleep(seconds(1 + Math.random()), undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  const holding = holdOn();
  return {
    slots: (): readonly number[] => [...held],
    worker: () => worker,
    /** Gives all slots to others. What is still in flight is recorded as cut off. */
    async stop(): Promise<void> {
      stopping.abort();
      await holding;
    },
  };
}

// An attempt that was recorded although its worker ended is not recorded again.
const recordCut = `
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
async function recordInterrupted(run: Sql, queue: string, running: readonly Running[]): Promise<void> {
  if (running.length === 0) return;
  const rows = running.map((one) => ({ id: newId("attempt"), ...one }));
  const cut = await run(undefined, recordCut, [JSON.stringify(rows), +clock.now()]);
  log.warn({ queue, attempts: cut.length }, "a worker ended during attempts of webhooks, which are made again");
}
