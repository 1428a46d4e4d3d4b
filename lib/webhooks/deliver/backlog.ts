import "server-only";
import { clock, minutes, seconds } from "@/lib/clock";
import { sql } from "@/lib/db";
import { log } from "@/lib/log";

/** Workers without a backlog begin a delivery within seconds. */
const longestMs = minutes(5);

export type WebhookBacklog = { due: number; oldestDueSeconds: number; stopped: boolean };

// What waits because its endpoint fails, is at its rate, or has as much in flight as it may, waits for the partner.
const query = `
  WITH due AS (
    SELECT kind, target, count(*) AS count, min(due_at) AS oldest FROM outbox_messages
    WHERE kind LIKE 'webhooks %' AND state = 'waiting' AND due_at <= $1::timestamptz GROUP BY kind, target
  )
  SELECT coalesce(sum(count), 0)::integer AS due, min(oldest) AS oldest,
    EXISTS (SELECT FROM outbox_pauses WHERE kind LIKE 'webhooks %' AND target = '') AS stopped
  FROM due WHERE NOT EXISTS (SELECT FROM outbox_pauses p WHERE p.kind = due.kind AND p.target = due.target)
    AND NOT EXISTS (SELECT FROM webhook_workers w WHERE w.queue = due.kind AND due.target = ANY(w.targets))`;

/** The deliveries that are due and wait for our workers, of all regions. */
export async function webhookBacklog(): Promise<WebhookBacklog> {
  const now = clock.now();
  const [row] = await sql<{ due: number; oldest: Date | null; stopped: boolean }>(undefined, query, [now]);
  const oldestDueSeconds = row?.oldest ? Math.floor((+now - +row.oldest) / seconds(1)) : 0;
  return { due: row?.due ?? 0, oldestDueSeconds, stopped: row?.stopped ?? false };
}

let last: WebhookBacklog | undefined;

/** The result of the last `watchWebhooks` in this process; undefined before the first. */
export const lastWebhookBacklog = (): WebhookBacklog | undefined => last;

/** Logs an error while deliveries wait too long. Every process runs it, since all workers may be down. */
export async function watchWebhooks(): Promise<void> {
  last = await webhookBacklog();
  if (last.oldestDueSeconds > longestMs / seconds(1)) log.error(last, "webhooks wait to be delivered");
}
