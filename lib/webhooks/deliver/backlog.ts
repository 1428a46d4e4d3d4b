import "server-only";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { mailBehind } from "./failure-mails";
import { failuresInARow } from "./record";

/** Workers without a backlog begin a delivery within seconds. */
const longestMs = minutes(5);

/** Events that are due for this long wait for a receiver that is slow, or fails. */
const behindMs = minutes(15);

export type WebhookBacklog = {
  due: number;
  oldestDueSeconds: number;
  stopped: boolean;
  /** Endpoints whose oldest due event waits for more than 15 minutes, whatever for. */
  behind: number;
};

// What waits because its endpoint fails, is at its rate, or has as much in flight as it may, waits for the partner.
const query = `
  WITH due AS (
    SELECT kind, target, count(*) AS count, min(due_at) AS oldest FROM outbox_messages
    WHERE kind LIKE 'webhooks %' AND state = 'waiting' AND due_at <= $1::timestamptz GROUP BY kind, target
  )
  SELECT coalesce(sum(count), 0)::integer AS due, min(oldest) AS oldest,
    (SELECT count(*)::integer FROM due WHERE oldest <= $2::timestamptz) AS behind,
    EXISTS (SELECT FROM outbox_pauses WHERE kind LIKE 'webhooks %' AND target = '') AS stopped
  FROM due WHERE NOT EXISTS (SELECT FROM outbox_pauses p WHERE p.kind = due.kind AND p.target = due.target)
    AND NOT EXISTS (SELECT FROM webhook_workers w WHERE w.queue = due.kind AND due.target = ANY(w.targets))`;

/** The deliveries that are due and wait for our workers, of all regions. */
export async function webhookBacklog(): Promise<WebhookBacklog> {
  const now = clock.now();
  const values = [now, new Date(+now - behindMs)];
  const [row] = await sql<{ due: number; oldest: Date | null; stopped: boolean; behind: number }>(
    undefined,
    query,
    values,
  );
  const oldestDueSeconds = row?.oldest ? Math.floor((+now - +row.oldest) / seconds(1)) : 0;
  return { due: row?.due ?? 0, oldestDueSeconds, stopped: row?.stopped ?? false, behind: row?.behind ?? 0 };
}

/** Logs an error while deliveries wait too long. Every process runs it, since all workers may be down. */
export async function watchWebhooks(): Promise<void> {
  const backlog = await webhookBacklog();
  if (backlog.oldestDueSeconds > longestMs / seconds(1)) log.error(backlog, "webhooks wait to be delivered");
  else if (backlog.behind > 0) log.warn(backlog, "webhooks wait for receivers that are slow or fail");
}

// Members of those that fail are notified of that.
const findBehind = `
  WITH late AS (
    SELECT target, count(*)::integer AS count, min(due_at) AS oldest FROM outbox_messages
    WHERE kind LIKE 'webhooks %' AND state = 'waiting' AND due_at <= $1::timestamptz GROUP BY target
  )
  SELECT p.id, l.count, l.oldest FROM late l JOIN webhook_endpoints p ON p.id = l.target
  WHERE p.deleted_at IS NULL AND p.paused_at IS NULL AND p.disabled_at IS NULL AND p.failures < $2
    AND (p.behind_noticed_at IS NULL OR p.behind_noticed_at <= $3::timestamptz)
    AND NOT EXISTS (SELECT FROM outbox_pauses WHERE kind LIKE 'webhooks %' AND target = '') ORDER BY p.id LIMIT 200`;

/** Notifies those who manage webhooks, at most once a day, of a working endpoint whose events wait for 15 minutes. */
export async function warnOfBacklogs(): Promise<void> {
  const now = clock.now();
  const before = new Date(+now - days(1));
  const values = [new Date(+now - behindMs), failuresInARow, before];
  const late = await sql<{ id: string; count: number; oldest: Date }>(undefined, findBehind, values);
  for (const { id, ...backlog } of late) {
    const notice = db.$transaction(async (tx) => {
      const due = { OR: [{ behindNoticedAt: null }, { behindNoticedAt: { lte: before } }] };
      const { count } = await tx.webhookEndpoint.updateMany({ where: { id, ...due }, data: { behindNoticedAt: now } });
      if (count > 0) await mailBehind(tx, id, backlog);
    });
    // One that fails is tried again, and does not keep the others waiting.
    await notice.catch((error: Error) =>
      log.error({ endpoint: id, reason: error.message }, "a notice of waiting webhooks was not written"),
    );
  }
}
