import "server-only";
import { clock } from "@/lib/clock";
import { sql } from "@/lib/db";
import { gather } from "@/lib/gather";
import { consume } from "./consume";
import { openDoorbell } from "./doorbell";
import type { Consumer, Stream } from "./stream";

const publish = `
  INSERT INTO stream_messages (topic, key, payload, created_at)
  SELECT topic, key, payload::jsonb, $4::timestamptz FROM unnest($1::text[], $2::text[], $3::text[]) AS m (topic, key, payload)
  ON CONFLICT (topic, key) DO NOTHING`;

const oldest = `
  SELECT min(created_at) AS "createdAt" FROM stream_messages WHERE topic = $1 AND failed_at IS NULL`;

type Message = { topic: string; key: string; payload: string };

const putAll = (messages: Message[]) =>
  sql("publish-events", publish, [
    messages.map(({ topic }) => topic),
    messages.map(({ key }) => key),
    messages.map(({ payload }) => payload),
    clock.now(),
  ]);

/** Under load many events share a statement and its wait for the disk. */
const put = gather(putAll);

/** The stream as a table of our own database: nothing to set up, as durable as the money beside it. */
export function openPostgresStream(): Stream {
  const doorbell = openDoorbell();
  const consumers = new Set<Consumer>();

  return {
    async publish(topic, { key, payload }) {
      await put({ topic, key, payload: JSON.stringify(payload) });
      doorbell.ring(topic);
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
