import "server-only";
import type { Sql } from "@/lib/db";

// Rows are locked in one order, for two batches may share keys.
const touch = `
  WITH uses AS (
    SELECT key_id, max(used_at) AS used_at FROM unnest($1::text[], $2::timestamptz[]) AS uses (key_id, used_at)
    GROUP BY key_id
  ), locked AS (
    SELECT id FROM api_keys WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE
  )
  UPDATE api_keys k SET last_used_at = greatest(k.last_used_at, uses.used_at)
  FROM uses JOIN locked ON locked.id = uses.key_id WHERE k.id = uses.key_id`;

export type KeyUse = { keyId: string; createdAt: string };

/** Notes when keys last made a call that succeeded. Done by the batch, after the fact, so that no call pays for it. */
export async function recordKeyUse(sql: Sql, uses: KeyUse[]): Promise<void> {
  const [keyIds, usedAt] = [uses.map(({ keyId }) => keyId), uses.map(({ createdAt }) => createdAt)];
  await sql("record-key-use", touch, [keyIds, usedAt]);
}
