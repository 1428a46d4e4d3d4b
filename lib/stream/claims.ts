import "server-only";
import { sql } from "@/lib/db";
import type { ConsumeOptions, Delivered } from "./stream";

/** An event leased to this consumer, with its row. */
export type Claim<Payload> = { sequence: bigint; event: Delivered<Payload> };

/** After this many failures an event becomes a dead letter. */
const maxAttempts = 5;

const maxReasonLength = 500;

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

// Delays of 1, 2, 4 and 8 s: five failures fit into 15 s.
const fail = `
  UPDATE stream_messages SET last_error = $2, available_at = now() + least(2 ^ (attempts - 1), 60) * interval '1 s',
    failed_at = CASE WHEN attempts >= ${maxAttempts} THEN now() END
  WHERE sequence = $1 RETURNING failed_at AS "failedAt"`;

/**
 * Schedules a retry, or makes the event a dead letter; returns whether it did that. Stores only the failure's message.
 */
export async function retryLater(claim: Claim<unknown>, error: unknown): Promise<boolean> {
  const reason = (error instanceof Error ? error.message : "unknown").slice(0, maxReasonLength);
  const [row] = await sql<{ failedAt: Date | null }>("put-back", fail, [claim.sequence, reason]);
  return row?.failedAt != null;
}
