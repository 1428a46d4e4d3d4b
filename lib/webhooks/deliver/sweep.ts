import "server-only";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { sweepPauses } from "@/lib/platform/outbox/operate";

const keptMs = days(30);
const batch = 1000;

const inBatches = (table: string, column: string): string =>
  `DELETE FROM ${table} WHERE ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE ${column} <= $1::timestamptz
     ORDER BY ${column} LIMIT ${batch})) RETURNING 1 AS gone`;

const inOneHour = `
  DELETE FROM webhook_hours WHERE (endpoint_id, hour) IN
    (SELECT endpoint_id, hour FROM webhook_hours WHERE hour <= $1::timestamptz LIMIT ${batch}) RETURNING 1 AS gone`;

// Its deliveries were deleted before it, or would be in one statement with it.
const endpoints = `
  DELETE FROM webhook_endpoints WHERE id IN (SELECT id FROM webhook_endpoints p WHERE deleted_at <= $1::timestamptz
    AND NOT EXISTS (SELECT FROM webhook_deliveries WHERE endpoint_id = p.id) LIMIT ${batch}) RETURNING 1 AS gone`;

const sweeps: [name: string, text: string, keptMs: number][] = [
  ["sweep-attempts", inBatches("webhook_attempts", "started_at"), keptMs],
  ["sweep-deliveries", inBatches("webhook_deliveries", "created_at"), keptMs],
  ["sweep-webhook-hours", inOneHour, keptMs + hours(1)],
  ["sweep-webhook-secrets", inBatches("webhook_secrets", "expires_at"), keptMs],
  ["sweep-endpoints", endpoints, keptMs],
];

/** Deletes what is older than 30 days: deliveries with their attempts, counts, deleted endpoints, expired secrets. */
export async function sweepWebhooks(): Promise<void> {
  const now = +clock.now();
  for (const [name, text, ageMs] of sweeps) while ((await sql(name, text, [new Date(now - ageMs)])).length === batch);
  await sweepPauses(new Date(now - minutes(1)));
}
