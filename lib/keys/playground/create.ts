import "server-only";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Role } from "@/lib/access/principals/roles";
import { speechScopes } from "@/lib/access/principals/scopes";
import { fingerprint, mintSecret } from "@/lib/keys/secret";
import { monthOf } from "@/lib/money/wallet/month";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { sql, type Transaction, transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

/** How long a playground key works. */
const playgroundKeyMs = minutes(15);

/** How many a session can use at the same time: one for each open page. */
export const livePlaygroundKeys = 5;

/** What all playground keys of one session together may spend in a month, in thousandths of a đồng. */
export const playgroundCapMilli = 200_000_000n;

// Both rows differ in their secret and the parent has the cap. The parent is what all playground keys of a session stand
// for, as old secrets do for a rotated key: its cap counts what any of them spends. No one gets its own secret.
// One change of a person's keys after the other: each counts those before it, and none waits for rows of another.
const lockPerson = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))::text";
const lockNameOf = (businessId: string, userId: string) => `playground keys of ${userId} in ${businessId}`;

const columns = `id, fingerprint, pepper_id, hint, business_id, created_by_id, session_id, created_at, expires_at,
  scopes, kind, name`;
const values = "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'playground', 'Playground'";
const keepParent = `
  INSERT INTO api_keys (${columns}, monthly_cap_milli) VALUES (${values}, ${playgroundCapMilli})
  ON CONFLICT (session_id, business_id) WHERE kind = 'playground' AND replaced_by_id IS NULL
    AND monthly_cap_milli IS NOT NULL AND revoked_at IS NULL
  DO UPDATE SET expires_at = excluded.expires_at RETURNING id`;

// Keys of the previous release have no parent and no cap.
const endOldest = `
  UPDATE api_keys SET revoked_at = $3 WHERE id IN (
    SELECT id FROM api_keys WHERE business_id = $1 AND session_id = $2 AND kind = 'playground'
      AND (replaced_by_id IS NOT NULL OR monthly_cap_milli IS NULL) AND revoked_at IS NULL AND expires_at > $3
    ORDER BY created_at DESC, id DESC OFFSET ${livePlaygroundKeys - 1})`;

const insertKey = `INSERT INTO api_keys (${columns}, replaced_by_id) VALUES (${values}, $11)`;

const currentRole = "SELECT role FROM memberships WHERE business_id = $1 AND user_id = $2";

/**
 * Ends after 15 minutes or with the member's session. It needs no recent proof of identity, so what a session can spend
 * by such keys is limited. A sixth one ends the oldest of the session. Throws BUSINESS_SUSPENDED, FORBIDDEN.
 */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  await requireNotSuspended(member);
  const { businessId, userId, sessionId } = member;
  const [secret, now] = [mintSecret(), clock.now()];
  const expiresAt = new Date(+now + playgroundKeyMs);
  const row = (text: string) => {
    const { fingerprint: digest, pepperId } = fingerprint(text);
    const own = [newId("key"), digest, pepperId, text.slice(-4)];
    return [...own, businessId, userId, sessionId, now, expiresAt, [...speechScopes]];
  };
  await transaction(async (sql) => {
    await sql("lock-playground-keys", lockPerson, [lockNameOf(businessId, userId)]);
    // Who has lost the permission meanwhile had all keys ended, and gets no other.
    const [membership] = await sql<{ role: Role }>("playground-role", currentRole, [businessId, userId]);
    if (!membership) throw new AppError("FORBIDDEN");
    requirePermission(membership, "speech:use");
    const [parent] = await sql<{ id: string }>("keep-playground-parent", keepParent, row(mintSecret()));
    await sql("end-oldest-playground-keys", endOldest, [businessId, sessionId, now]);
    await sql("create-playground-key", insertKey, [...row(secret), parent?.id]);
  });
  return { secret, expiresAt };
}

// A parent counts what its session has spent, so it stays while the session can go on, and through the month for the
// cap of the business. Neither can a long job hold credit without its key.
const deleteExpired = `DELETE FROM api_keys WHERE id IN
  (SELECT k.id FROM api_keys k LEFT JOIN sessions s ON s.id = k.session_id AND s.revoked_at IS NULL AND s.expires_at > $2
    WHERE kind = 'playground' AND k.expires_at <= $1
      AND (s.id IS NULL OR replaced_by_id IS NOT NULL OR monthly_cap_milli IS NULL)
      AND NOT EXISTS (SELECT FROM key_spends WHERE key_id = k.id AND month = ${monthOf("$2::timestamptz")})
      AND NOT EXISTS (SELECT FROM long_jobs WHERE key_id = k.id AND recorded_at IS NULL)
    LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes playground keys that expired a day ago, 1,000 at most. Returns how many. */
export async function sweepPlaygroundKeys(): Promise<number> {
  return (await sql("sweep-playground-keys", deleteExpired, [new Date(+clock.now() - days(1)), clock.now()])).length;
}

/** Ends the playground keys of members who lose the permission, in the transaction that changes it. */
export async function endPlaygroundKeys(tx: Transaction, businessId: string, userId: string): Promise<void> {
  const where = { businessId, createdById: userId, kind: "playground", revokedAt: null } as const;
  const data = { revokedAt: clock.now() };
  await tx.$queryRawUnsafe(lockPerson, lockNameOf(businessId, userId));
  await tx.apiKey.updateMany({ where, data });
}

const issuedKeys = openAttempts("playground keys", 240, hours(1));

/** On average 240 per person and hour. Throws TOO_MANY_ATTEMPTS, and what `createPlaygroundKey` throws. */
export async function issuePlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  await issuedKeys.count(member.userId);
  return createPlaygroundKey(member);
}
