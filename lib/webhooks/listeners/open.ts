import "server-only";
import { clock, seconds } from "@/lib/clock";
import { sql, transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";
import type { Caller } from "@/lib/principals/caller";

/** Open streams of one key, over all processes. */
const mostOfKey = 3;

/** How long events are still written for a stream after it ended, so that a client that reconnects misses none. */
const lifeMs = seconds(30);

const expiry = () => new Date(+clock.now() + lifeMs);

const insert = `
  INSERT INTO webhook_listeners (id, business_id, key_id, created_at, expires_at)
  SELECT $1, $2, $3, $4::timestamptz, $5::timestamptz
  WHERE (SELECT count(*) FROM webhook_listeners WHERE key_id = $3 AND expires_at > $4::timestamptz
    AND closed_at IS NULL) < ${mostOfKey}
  RETURNING id`;

/** From now on the business's events are written for a stream. Throws CONCURRENCY_LIMITED_KEY if the key has three. */
export async function openListener({ businessId, keyId }: Caller): Promise<string> {
  const id = newId("listener");
  const rows = await transaction(async (run) => {
    await run("lock-listeners", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`listeners ${keyId}`]);
    return run("open-listener", insert, [id, businessId, keyId, clock.now(), expiry()]);
  });
  if (rows.length === 0) {
    throw new AppError("CONCURRENCY_LIMITED_KEY", { message: "webhooks.streams.tooMany", values: { most: mostOfKey } });
  }
  return id;
}

const renew = `
  UPDATE webhook_listeners l SET expires_at = $2::timestamptz
  FROM api_keys k JOIN businesses b ON b.id = k.business_id
  WHERE l.id = $1 AND l.closed_at IS NULL AND k.id = l.key_id AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $3::timestamptz)
    AND 'webhooks:manage' = ANY(k.scopes::text[]) AND b.archived_at IS NULL
    AND (b.suspended_at IS NULL OR b.suspended_for = 'receivable')
  RETURNING l.id`;

/** Keeps a stream open. Returns false once its key no longer may: revoked, expired, or without the scope. */
export async function renewListener(id: string): Promise<boolean> {
  return (await sql("renew-listener", renew, [id, expiry(), clock.now()])).length > 0;
}

export async function closeListener(id: string): Promise<void> {
  await sql("close-listener", "UPDATE webhook_listeners SET closed_at = $2 WHERE id = $1", [id, clock.now()]);
}

/** Deletes the rows of streams that ended. */
export async function sweepListeners(): Promise<void> {
  await sql("sweep-listeners", "DELETE FROM webhook_listeners WHERE expires_at <= $1", [clock.now()]);
}
