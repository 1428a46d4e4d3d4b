import "server-only";
import { requireNotSuspended } from "@/lib/businesses/suspension/state";
import { clock, days, minutes } from "@/lib/clock";
import { db, sql, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type Member, requirePermission } from "@/lib/principals/member";
import { speechScopes } from "@/lib/principals/scopes";
import { monthOf } from "@/lib/wallet/month";
import { fingerprint, mintSecret } from "./secret";

/** How long a playground key works. */
const playgroundKeyMs = minutes(15);

/** How many a session can use at the same time: one for each open page. */
export const livePlaygroundKeys = 5;

/** What all playground keys of one session together may spend in a month, in thousandths of a đồng. */
export const playgroundCapMilli = 200_000_000n;

// Both rows differ in their secret and the parent has the cap. The parent is what all playground keys of a session stand
// for, as old secrets do for a rotated key: its cap counts what any of them spends. No one gets its own secret.
const create = `
  WITH parent AS (
    INSERT INTO api_keys (id, fingerprint, pepper_id, hint, monthly_cap_milli,
      business_id, created_by_id, session_id, created_at, expires_at, kind, name, scopes)
    VALUES ($1, $2, $3, $4, ${playgroundCapMilli}, $9, $10, $11, $12, $13, 'playground', 'Playground', $14)
    ON CONFLICT (session_id, business_id) WHERE kind = 'playground' AND replaced_by_id IS NULL
      AND monthly_cap_milli IS NOT NULL AND revoked_at IS NULL
    DO UPDATE SET expires_at = excluded.expires_at RETURNING id
  )
  INSERT INTO api_keys (replaced_by_id, id, fingerprint, pepper_id, hint,
    business_id, created_by_id, session_id, created_at, expires_at, kind, name, scopes)
  SELECT id, $5, $6, $7::integer, $8, $9, $10, $11, $12, $13, 'playground', 'Playground', $14 FROM parent`;

/**
 * A key for one page of the playground: unlisted, and over after 15 minutes or with the member's session. It needs no
 * recent proof of identity, so what a session can spend by such keys is limited. A sixth one ends the oldest of the
 * session. Throws BUSINESS_SUSPENDED.
 */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  await requireNotSuspended(member);
  await endOldest(member);
  const { businessId, userId, sessionId } = member;
  const [secret, now] = [mintSecret(), clock.now()];
  const expiresAt = new Date(+now + playgroundKeyMs);
  const rows = [mintSecret(), secret].flatMap((text) => {
    const { fingerprint: digest, pepperId } = fingerprint(text);
    return [newId("key"), digest, pepperId, text.slice(-4)];
  });
  await sql("create-playground-key", create, [
    ...rows,
    ...[businessId, userId, sessionId, now, expiresAt, [...speechScopes]],
  ]);
  return { secret, expiresAt };
}

/** Keys of the previous release have no parent and no cap. */
const isParent = { kind: "playground", replacedById: null, monthlyCapMilli: { not: null } } as const;

/** Makes room for one more active key of the member's session. */
async function endOldest({ sessionId, businessId }: Member): Promise<void> {
  const now = clock.now();
  const live = await db.apiKey.findMany({
    where: { businessId, sessionId, kind: "playground", NOT: isParent, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  const ids = live.slice(livePlaygroundKeys - 1).map(({ id }) => id);
  if (ids.length > 0) await db.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: now } });
}

// A parent counts what its session has spent, so it stays while the session can go on, and through the month for the
// cap of the business.
const sweep = `DELETE FROM api_keys WHERE id IN
  (SELECT k.id FROM api_keys k LEFT JOIN sessions s ON s.id = k.session_id AND s.revoked_at IS NULL AND s.expires_at > $2
    WHERE kind = 'playground' AND k.expires_at <= $1
      AND (s.id IS NULL OR replaced_by_id IS NOT NULL OR monthly_cap_milli IS NULL)
      AND NOT EXISTS (SELECT FROM key_spends WHERE key_id = k.id AND month = ${monthOf("$2::timestamptz")})
    LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes playground keys that expired a day ago, 1,000 at most. Returns how many. */
export async function sweepPlaygroundKeys(): Promise<number> {
  return (await sql("sweep-playground-keys", sweep, [new Date(+clock.now() - days(1)), clock.now()])).length;
}

/** Ends the playground keys of members who lose the permission, in the transaction that changes it. */
export async function endPlaygroundKeys(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.apiKey.updateMany({
    where: { businessId, createdById: userId, kind: "playground", revokedAt: null },
    data: { revokedAt: clock.now() },
  });
}
