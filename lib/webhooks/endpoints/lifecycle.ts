import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { type Change, recordAudit } from "@/lib/access/audit/record";
import { sqlOf } from "@/lib/access/events/write-events";
import type { Caller } from "@/lib/access/principals/caller";
import type { InBusiness, Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, type Sql, sql, type Transaction, transaction } from "@/lib/platform/db";
import { endPause } from "@/lib/webhooks/deliver/recover";
import { checkWebhooks } from "./authorize";
import { eraseAnswer } from "./create";
import { auditView, describeEndpoint, type Endpoint, endpointColumns, lockEndpoint, requireVersion } from "./endpoint";

/** Stops deliveries. What waits, and what happens meanwhile, is kept and can be replayed. */
export async function pauseEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:write");
  return db.$transaction((tx) => pauseIn(tx, by, id));
}

export async function pauseIn(tx: Transaction, by: Member | Caller, id: string): Promise<Endpoint> {
  const before = await lockEndpoint(tx, by, id);
  if (before.pausedAt) return describeEndpoint(before);
  const after = await tx.webhookEndpoint.update({
    where: { id },
    data: { pausedAt: clock.now() },
    select: endpointColumns,
  });
  await cancelDeliveries(sqlOf(tx), id, { isKept: true });
  await recordAudit(tx, actorOf(by), { action: "webhook.paused", subject: id });
  return describeEndpoint(after);
}

/** Also enables a disabled endpoint. What was kept waits for a replay, and failures count from the start. */
export async function resumeEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:write");
  return db.$transaction((tx) => resumeIn(tx, by, id));
}

export async function resumeIn(tx: Transaction, by: Member | Caller, id: string): Promise<Endpoint> {
  const before = await lockEndpoint(tx, by, id);
  const { pausedAt, disabledAt, disabledReason } = before;
  await endPause(sqlOf(tx), id);
  if (!pausedAt && !disabledAt) return describeEndpoint(before);
  const data = { pausedAt: null, disabledAt: null, disabledReason: null };
  const counts = { failures: 0, failingSince: null, failingDeliveries: [], noticesSent: 0 };
  const after = await tx.webhookEndpoint.update({
    where: { id },
    data: { ...data, ...counts },
    select: endpointColumns,
  });
  const was = { paused: pausedAt !== null, disabledReason };
  await recordAudit(tx, actorOf(by), { action: "webhook.resumed", subject: id, before: was });
  return describeEndpoint(after);
}

/** Nothing is sent afterwards. Its secrets and its header value are erased; its log stays for its 30 days. */
export async function deleteEndpoint(by: Member | Caller, id: string, ifMatch?: string): Promise<void> {
  await db.$transaction(async (tx) => recordAudit(tx, actorOf(by), await endEndpoint(tx, by, id, ifMatch)));
}

/** Returns what the audit log is to record. */
export async function endEndpoint(
  tx: Transaction,
  by: InBusiness | Caller,
  id: string,
  ifMatch?: string,
): Promise<Change> {
  checkWebhooks(by, "webhooks:write");
  const row = await lockEndpoint(tx, by, id);
  requireVersion(describeEndpoint(row), ifMatch);
  const deletedAt = clock.now();
  await tx.webhookEndpoint.update({
    where: { id },
    data: { deletedAt, encryptedHeaderValue: null },
    select: { id: true },
  });
  await tx.webhookSecret.deleteMany({ where: { endpointId: id } });
  await eraseAnswer(tx, id);
  await cancelDeliveries(sqlOf(tx), id, { isKept: false });
  await tx.webhookReplay.updateMany({
    where: { endpointId: id, finishedAt: null, canceledAt: null },
    data: { canceledAt: deletedAt },
  });
  return { action: "webhook.deleted", subject: id, before: auditView(row) };
}

/** As many as a change of an endpoint ends at once; the worker ends what is left. */
const batch = 5000;

type Wanted = { isKept: boolean };

// Tests are sent to paused and disabled endpoints too.
const cancelBatch = `
  WITH chosen AS MATERIALIZED (
    SELECT d.id, d.message_id FROM webhook_deliveries d
    WHERE d.endpoint_id = $1 AND (d.state = 'waiting' OR (d.state = 'held' AND NOT $2::boolean)) AND NOT ($2 AND d.is_test)
    ORDER BY d.created_at, d.id LIMIT ${batch}
  ), messages AS (
    DELETE FROM outbox_messages WHERE id IN (SELECT message_id FROM chosen) RETURNING id
  )
  UPDATE webhook_deliveries d SET state = CASE WHEN $2 THEN 'held' ELSE 'canceled' END, message_id = NULL,
    next_attempt_at = NULL, finished_at = CASE WHEN NOT $2 THEN $3::timestamptz END
  FROM chosen WHERE d.id = chosen.id AND d.state IN ('waiting', 'held')
    AND (SELECT count(*) FROM messages) >= 0 RETURNING 1`;

/** The caller has locked the endpoint. A running delivery finds its message gone. `isKept`: they can be replayed. */
export async function cancelDeliveries(run: Sql, endpointId: string, { isKept }: Wanted): Promise<number> {
  return (await run(undefined, cancelBatch, [endpointId, isKept, clock.now()])).length;
}

const listResting = `
  SELECT id FROM webhook_endpoints p
  WHERE p.deleted_at IS NOT NULL
      AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = p.id AND state IN ('waiting', 'held'))
    OR (p.paused_at IS NOT NULL OR p.disabled_at IS NOT NULL)
      AND EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = p.id AND state = 'waiting' AND NOT is_test)`;

const lockResting = `
  SELECT deleted_at IS NULL AS "isKept" FROM webhook_endpoints
  WHERE id = $1 AND (deleted_at IS NOT NULL OR paused_at IS NOT NULL OR disabled_at IS NOT NULL) FOR NO KEY UPDATE`;

/** Ends the deliveries that a pause, disabling or deletion left waiting, in batches. */
export async function cancelRemaining(): Promise<void> {
  for (const { id } of await sql<{ id: string }>("resting-endpoints", listResting, [])) {
    const next = () =>
      transaction(async (run) => {
        const [endpoint] = await run<Wanted>("lock-resting-endpoint", lockResting, [id]);
        return endpoint ? cancelDeliveries(run, id, endpoint) : 0;
      });
    while ((await next()) > 0);
  }
}
