import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { type Statement, together } from "@/lib/platform/statement";
import { consume } from "./consume";
import { openNotifications } from "./notifications";
import type { Consumer, Stream } from "./stream";

const insert = `INSERT INTO stream_messages (topic, key, payload, created_at)
  SELECT $1, $2, $3::jsonb, $4::timestamptz FROM condition ON CONFLICT (topic, key) DO NOTHING`;

const always: Statement = { name: "always", text: "SELECT", values: [] };

const oldest = `
  SELECT min(created_at) AS "createdAt" FROM stream_messages WHERE topic = $1 AND failed_at IS NULL`;

const waiting = `SELECT sequence, payload FROM stream_messages
  WHERE topic = $1 AND failed_at IS NULL AND sequence > $2 ORDER BY sequence LIMIT 1000`;

/** The stream as a table of our own database: needs no setup, and is as durable as the ledger. */
export function openPostgresStream({ retryMs = seconds(1) } = {}): Stream {
  const notifications = openNotifications();
  const consumers = new Set<Consumer>();

  return {
    async publish(topic, { key, payload }, { condition = always, alongside = [] } = {}) {
      const message = [topic, key, JSON.stringify(payload), clock.now()];
      const event = { name: "publish-event", text: insert, values: message };
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
      const [row] = await sql<{ createdAt: Date | null }>("stream-lag", oldest, [topic]);
      return row?.createdAt ? Math.max(0, clock.now().getTime() - row.createdAt.getTime()) : 0;
    },
    async *listWaiting<Payload>(topic: string) {
      for (let after = 0n, count = 1; count > 0; ) {
        const rows = await sql<{ sequence: bigint; payload: Payload }>("stream-waiting", waiting, [topic, after]);
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
