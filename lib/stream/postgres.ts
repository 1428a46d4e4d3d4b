import "server-only";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import { together } from "@/lib/statement";
import { consume } from "./consume";
import { openDoorbell } from "./doorbell";
import type { Consumer, Stream } from "./stream";

const insert = `INSERT INTO stream_messages (topic, key, payload, created_at)
  VALUES ($1, $2, $3::jsonb, $4::timestamptz) ON CONFLICT (topic, key) DO NOTHING`;

const oldest = `
  SELECT min(created_at) AS "createdAt" FROM stream_messages WHERE topic = $1 AND failed_at IS NULL`;

/** The stream as a table of our own database: nothing to set up, as durable as the money beside it. */
export function openPostgresStream(): Stream {
  const doorbell = openDoorbell();
  const consumers = new Set<Consumer>();

  return {
    async publish(topic, { key, payload }, alongside = []) {
      const message = [topic, key, JSON.stringify(payload), clock.now()];
      const event = { name: "publish-event", text: insert, values: message };
      const { name, text, values } = together([event, ...alongside, ...doorbell.ring(topic)]);
      await sql(name, text, values);
    },
    consume(topic, options, handle) {
      const consumer = consume(doorbell, topic, options, handle);
      consumers.add(consumer);
      return consumer;
    },
    async lag(topic) {
      const [row] = await sql<{ createdAt: Date | null }>("stream-lag", oldest, [topic]);
      return row?.createdAt ? Math.max(0, clock.now().getTime() - row.createdAt.getTime()) : 0;
    },
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
      await doorbell.close();
    },
  };
}
