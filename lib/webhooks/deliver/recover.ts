import "server-only";
import { wakeChannel } from "@/lib/access/events/queue";
import { clock, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";

/**
 * Failures over this time, without a success among them, are an outage, whose first success sends at once what waits.
 * So an event that a working receiver rejects is not tried again early after each success of another.
 */
export const shortestOutageMs = seconds(1);

const batch = 500;

// Deliveries have no index on their messages, which name them.
const ofMessage = (d: string, m: string) =>
  `${d}.id = ${m}.payload::json ->> 'deliveryId' AND ${d}.message_id = ${m}.id`;

// What failed in the outage, except where the receiver named a time or has too many requests.
const pullMessages = `
  WITH waiting AS (
    SELECT d.id, d.message_id FROM outbox_messages m JOIN webhook_deliveries d ON ${ofMessage("d", "m")}
    CROSS JOIN LATERAL (SELECT started_at, status_code, response_headers FROM webhook_attempts
      WHERE delivery_id = d.id ORDER BY number DESC LIMIT 1) a
    WHERE m.kind = $1 AND m.state = 'waiting' AND m.target = $2 AND m.due_at > $5::timestamptz
      AND d.endpoint_id = $2 AND d.state = 'waiting'
      AND a.started_at BETWEEN $3::timestamptz AND $4::timestamptz
      AND a.status_code IS DISTINCT FROM 429 AND NOT coalesce(a.response_headers ? 'retry-after', false)
    LIMIT ${batch}
  ), messages AS (
    UPDATE outbox_messages SET due_at = $5::timestamptz WHERE id IN (SELECT message_id FROM waiting)
  )
  UPDATE webhook_deliveries SET next_attempt_at = $5::timestamptz WHERE id IN (SELECT id FROM waiting) RETURNING id`;

/** Sends at once what failed since `from` and waits for its next attempt. Goes on in the background. */
export function recover(queue: string, endpointId: string, from: Date, until: Date): void {
  pullForward(queue, endpointId, from, until).catch((error: Error) =>
    log.warn({ endpoint: endpointId, reason: error.message }, "what waits for an endpoint keeps its time"),
  );
}

/** Sends at once what failed since `from` and waits for its next attempt. Resolves once all of it is due. */
export async function pullForward(queue: string, endpointId: string, from: Date, until: Date): Promise<void> {
  while (true) {
    const rows = await sql("pull-forward", pullMessages, [queue, endpointId, from, until, clock.now()]);
    if (rows.length > 0) await sql("wake-webhooks", "SELECT pg_notify($1, $2)", [wakeChannel, queue]);
    if (rows.length < batch) return;
  }
}

const endOne = `
  UPDATE outbox_pauses SET until = least(until, $2::timestamptz), probes = 0 WHERE target = $1 AND places IS NOT NULL`;

/** Ends the pause of a failing endpoint, with one attempt first. */
export const endPause = (on: Sql, endpointId: string) => on("end-pause", endOne, [endpointId, clock.now()]);

// A message of its schedule's later attempts is tried early, which is none of these attempts.
const probeEarly = `
  WITH paused AS (
    SELECT kind, target FROM outbox_pauses WHERE places IS NOT NULL AND until <= $1::timestamptz AND kind LIKE 'webhooks %'
  ), early AS (
    SELECT m.id FROM paused p CROSS JOIN LATERAL (
      SELECT id, due_at, leased_until FROM outbox_messages
      WHERE kind = p.kind AND target = p.target AND state = 'waiting' ORDER BY due_at, id LIMIT 1) m
    WHERE m.due_at > $1::timestamptz AND m.leased_until IS NULL
  ), messages AS (
    UPDATE outbox_messages o SET due_at = $1::timestamptz, attempts = greatest(0, attempts - 1) FROM early e
    WHERE o.id = e.id AND o.leased_until IS NULL RETURNING o.id, o.payload
  )
  UPDATE webhook_deliveries d SET next_attempt_at = $1::timestamptz FROM messages m WHERE ${ofMessage("d", "m")}`;

/** Lets an endpoint whose pause is over have its one attempt, also while everything for it waits for a later time. */
export async function probePaused(): Promise<void> {
  await sql("probe-paused", probeEarly, [clock.now()]);
}

// Pauses of endpoints that no longer fail, because a member resumed or changed them.
const releaseUnneeded = `
  DELETE FROM outbox_pauses o WHERE places IS NOT NULL AND NOT EXISTS
    (SELECT FROM webhook_endpoints p WHERE p.id = o.target AND p.failures > 0 AND p.deleted_at IS NULL)`;

// A replay of a failing endpoint says that it works again.
const releaseReplayed = `
  UPDATE outbox_pauses o SET until = $1::timestamptz, probes = 0 WHERE places IS NOT NULL AND until > $1::timestamptz AND EXISTS
    (SELECT FROM webhook_replays r JOIN webhook_endpoints p ON p.id = r.endpoint_id
     WHERE r.endpoint_id = o.target AND r.created_at > p.last_failed_at)`;

/** Ends the pauses of failing endpoints that were resumed or have a new replay, and sends one attempt after each pause. */
export async function releaseResumed(): Promise<void> {
  await sql("release-resumed", releaseUnneeded, []);
  await sql("release-replayed", releaseReplayed, [clock.now()]);
  await probePaused();
}
