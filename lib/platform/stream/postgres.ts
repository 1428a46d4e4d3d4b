import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { startClaimLoop } from "@/lib/platform/outbox/claim-loop";
import { type Statement, together } from "@/lib/platform/statement";
import { type Notifications, openNotifications } from "./notifications";
import { maxAttempts, reasonOf, settle } from "./settle";
import type { ConsumeOptions, Consumer, Delivered, Handler, Stream } from "./stream";

const insertEvent = `INSERT INTO stream_messages (topic, key, payload, created_at)
  SELECT $1, $2, $3::jsonb, $4::timestamptz FROM condition ON CONFLICT (topic, key) DO NOTHING`;

const always: Statement = { name: "always", text: "SELECT", values: [] };

const oldestEvent = `
  SELECT min(created_at) AS "createdAt" FROM stream_messages WHERE topic = $1 AND failed_at IS NULL`;

const waitingEvents = `SELECT sequence, payload FROM stream_messages
  WHERE topic = $1 AND failed_at IS NULL AND sequence > $2 ORDER BY sequence LIMIT 1000`;

/** The stream as a table of our own database: needs no setup, and is as durable as the ledger. */
export function openPostgresStream({ retryMs = seconds(1) } = {}): Stream {
  const notifications = openNotifications();
  const consumers = new Set<Consumer>();

  return {
    async publish(topic, { key, payload }, { condition = always, alongside = [] } = {}) {
      const message = [topic, key, JSON.stringify(payload), clock.now()];
      const event = { name: "publish-event", text: insertEvent, values: message };
      const notification = notifications.notify(topic);
      const withCondition = {
        ...notification,
        text: `${notification.text}, EXISTS (SELECT FROM condition) AS "isMet"`,
      };
      const { name, text, values } = together(condition, event, ...alongside, withCondition);
      const [published] = await sql<{ isMet: boolean }>(name, text, values);
      return published?.isMet ?? false;
    },
    consume(topic, options, handle) {
      const consumer = consume(notifications, topic, options, handle, retryMs);
      consumers.add(consumer);
      return consumer;
    },
    async lag(topic) {
      const [row] = await sql<{ createdAt: Date | null }>("stream-lag", oldestEvent, [topic]);
      return row?.createdAt ? Math.max(0, clock.now().getTime() - row.createdAt.getTime()) : 0;
    },
    async *listWaiting<Payload>(topic: string) {
      for (let after = 0n, count = 1; count > 0; ) {
        const rows = await sql<{ sequence: bigint; payload: Payload }>("stream-waiting", waitingEvents, [topic, after]);
        for (const { payload } of rows) yield payload;
        after = rows.at(-1)?.sequence ?? after;
        count = rows.length;
      }
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await notifications.close();
    },
  };
}

/** For what no notification announced, and for delays and leases that end. */
const hasReady = `(SELECT min(available_at) FROM stream_messages WHERE topic = $2 AND failed_at IS NULL) <= now()`;

/**
 * After a batch that was not full, wait for more events, since a batch of twenty costs little more than one of two: after
 * a single event briefly, after several longer, because more come.
 */
const gatherMs = { one: 40, several: 150 };

const pauseAfter = (count: number): number => (count > 1 ? gatherMs.several : gatherMs.one);

function consume<Payload>(
  notifications: Notifications,
  topic: string,
  options: ConsumeOptions,
  handle: Handler<Payload>,
  retryMs: number,
): Consumer {
  const loop = startClaimLoop<Claim<Payload>[]>({
    name: `stream ${topic}`,
    rest: { text: hasReady, values: [topic] },
    gatherMs: ([batch]) => (batch && batch.length < options.batchSize ? pauseAfter(batch.length) : 0),
    async claim() {
      const batch = await claimEvents<Payload>(topic, options);
      return batch.length > 0 ? [batch] : [];
    },
    work: (batch) =>
      settle<Payload, Claim<Payload>>(topic, batch, handle, {
        async handled(claims) {
          const sequences = claims.map(({ sequence }) => sequence);
          if (sequences.length > 0) await sql("delete-handled", deleteEvents, [sequences]);
        },
        async failed({ sequence }, error) {
          const [row] = await sql<{ failedAt: Date | null }>("put-back", putBack, [sequence, reasonOf(error), retryMs]);
          return row?.failedAt != null;
        },
      }),
    failed: ({ message: reason }) => log.error({ topic, reason }, "the stream cannot be read"),
  });
  const unsubscribe = notifications.subscribe(topic, loop.wake);
  return {
    async stop() {
      unsubscribe();
      await loop.stop();
    },
  };
}

/** An event leased to this consumer, with its row. */
type Claim<Payload> = { sequence: bigint; event: Delivered<Payload> };

// Leases use the database's clock, which all consumers share.
const leaseEvents = `
  WITH ready AS (
    SELECT sequence FROM stream_messages
    WHERE topic = $1 AND failed_at IS NULL AND available_at <= now()
    ORDER BY sequence LIMIT $2 FOR UPDATE SKIP LOCKED
  ), leased AS (
    UPDATE stream_messages m SET attempts = attempts + 1, available_at = now() + $3 * interval '1 ms'
    FROM ready WHERE m.sequence = ready.sequence
    RETURNING m.sequence, m.key, m.payload, m.attempts - 1 AS attempts
  )
  SELECT * FROM leased ORDER BY sequence`;

type Row<Payload> = Delivered<Payload> & { sequence: bigint };

/** Leases up to `batchSize` available events, oldest first, for `leaseMs`. */
export async function claimEvents<Payload>(
  topic: string,
  { batchSize, leaseMs }: ConsumeOptions,
): Promise<Claim<Payload>[]> {
  const rows = await sql<Row<Payload>>("claim-events", leaseEvents, [topic, batchSize, leaseMs]);
  return rows.map(({ sequence, ...event }) => ({ sequence, event }));
}

const deleteEvents = "DELETE FROM stream_messages WHERE sequence = ANY($1::bigint[])";

// Schedules a retry, or makes the event a dead letter. Delays of 1, 2, 4 and 8 times the first: five failures fit into 15 s.
const putBack = `
  UPDATE stream_messages SET last_error = $2, failed_at = CASE WHEN attempts >= ${maxAttempts} THEN now() END,
    available_at = now() + least(2 ^ (attempts - 1), 60) * $3 * interval '1 ms'
  WHERE sequence = $1 RETURNING failed_at AS "failedAt"`;

const setAside = `INSERT INTO stream_messages (topic, key, payload, attempts, failed_at, last_error)
  VALUES ($1, $2, $3::jsonb, $4, now(), $5)
  ON CONFLICT (topic, key) DO UPDATE SET failed_at = now(), last_error = excluded.last_error`;

/** Makes an event of another stream a dead letter here. */
export async function setAsideMessage(
  topic: string,
  { key, payload }: Delivered<unknown>,
  { attempts, reason }: { attempts: number; reason: string },
): Promise<void> {
  await sql("set-aside", setAside, [topic, key, JSON.stringify(payload), attempts, reason]);
}
