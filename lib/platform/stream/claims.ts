import "server-only";
import { sql } from "@/lib/platform/db";
import { maxAttempts, reasonOf } from "./settle";
import type { ConsumeOptions, Delivered } from "./stream";

/** An event leased to this consumer, with its row. */
export type Claim<Payload> = { sequence: bigint; event: Delivered<Payload> };

// Leases use the database's clock, which all consumers share.
const claim = `
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
  const rows = await sql<Row<Payload>>("claim-events", claim, [topic, batchSize, leaseMs]);
  return rows.map(({ sequence, ...event }) => ({ sequence, event }));
}

export async function deleteHandled(claims: Claim<unknown>[]): Promise<void> {
  if (claims.length === 0) return;
  const sequences = claims.map(({ sequence }) => sequence);
  await sql("delete-handled", "DELETE FROM stream_messages WHERE sequence = ANY($1::bigint[])", [sequences]);
}

// Delays of 1, 2, 4 and 8 times the first: five failures fit into 15 s.
const fail = `
  UPDATE stream_messages SET last_error = $2, failed_at = CASE WHEN attempts >= ${maxAttempts} THEN now() END,
    available_at = now() + least(2 ^ (attempts - 1), 60) * $3 * interval '1 ms'
  WHERE sequence = $1 RETURNING failed_at AS "failedAt"`;

/** Schedules a retry, or makes the event a dead letter; returns whether it did that. */
export async function retryLater(claim: Claim<unknown>, error: unknown, retryMs: number): Promise<boolean> {
  const values = [claim.sequence, reasonOf(error), retryMs];
  const [row] = await sql<{ failedAt: Date | null }>("put-back", fail, values);
  return row?.failedAt != null;
}

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
