import "server-only";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/** Workers without a backlog begin a delivery within seconds. */
const longestMs = minutes(5);

/** Deliveries to partners wait for partners too; `lib/webhooks` counts its own. */
const isOurs = "kind NOT LIKE 'webhooks %'";

export type Backlog = { due: number; oldestDueSeconds: number; dead: number };

const query = `
  SELECT count(*) FILTER (WHERE state = 'waiting') AS due, count(*) FILTER (WHERE state = 'dead') AS dead,
    min(due_at) FILTER (WHERE state = 'waiting') AS oldest
  FROM outbox_messages WHERE ${isOurs} AND ((state = 'waiting' AND due_at <= $1::timestamptz) OR state = 'dead')`;

export async function outboxBacklog(): Promise<Backlog> {
  const now = clock.now();
  const [row] = await sql<{ due: bigint; dead: bigint; oldest: Date | null }>("outbox-backlog", query, [now]);
  const oldestDueSeconds = row?.oldest ? Math.floor((+now - +row.oldest) / seconds(1)) : 0;
  return { due: Number(row?.due ?? 0), oldestDueSeconds, dead: Number(row?.dead ?? 0) };
}

/** Logs an error while messages wait too long. Every process runs it, since all workers may be down. */
export async function watchOutbox(): Promise<void> {
  const backlog = await outboxBacklog();
  if (backlog.oldestDueSeconds > longestMs / seconds(1)) log.error(backlog, "outbox messages wait to be delivered");
}
