import "server-only";
import { requireNotSuspended } from "@/lib/businesses/suspension/state";
import { clock, days, minutes } from "@/lib/clock";
import { db, sql, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type Member, requirePermission } from "@/lib/principals/member";
import { speechScopes } from "@/lib/principals/scopes";
import { fingerprint, mintSecret } from "./secret";

/** How long a playground key works. */
const playgroundKeyMs = minutes(15);

/** How many a session can use at the same time: one for each open page. */
export const livePlaygroundKeys = 5;

/** What all playground keys of one session together may spend in a month, in thousandths of a đồng. */
export const playgroundCapMilli = 200_000_000n;

/**
 * A key for one page of the playground: unlisted, and over after 15 minutes or with the member's session. It needs no
 * recent proof of identity, so what a session can spend by such keys is limited. A sixth one ends the oldest of the
 * session. Throws BUSINESS_SUSPENDED.
 */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  await requireNotSuspended(member);
  const secret = mintSecret();
  const expiresAt = new Date(clock.now().getTime() + playgroundKeyMs);
  await db.$transaction(async (tx) => {
    // Of two pages at once, the second waits here and finds the first one's parent.
    await tx.$queryRaw`SELECT 1 FROM sessions WHERE id = ${member.sessionId} FOR NO KEY UPDATE`;
    await endOldest(tx, member);
    const replacedById = await findOrCreateParent(tx, member, expiresAt);
    const data = { ...playgroundRow(member, secret), replacedById, expiresAt };
    await tx.apiKey.create({ data, select: { id: true } });
  });
  return { secret, expiresAt };
}

const playgroundRow = ({ businessId, userId, sessionId }: Member, secret: string) => ({
  id: newId("key"),
  businessId,
  createdById: userId,
  sessionId,
  createdAt: clock.now(),
  kind: "playground" as const,
  name: "Playground",
  scopes: [...speechScopes],
  hint: secret.slice(-4),
  ...fingerprint(secret),
});

/**
 * The key of a session that all its playground keys stand for, as old secrets do for a rotated key: its cap counts what
 * any of them spends. No one gets its own secret.
 */
async function findOrCreateParent(tx: Transaction, member: Member, expiresAt: Date): Promise<string> {
  const { businessId, sessionId } = member;
  const parent = await tx.apiKey.findFirst({
    where: { businessId, sessionId, ...isParent, revokedAt: null },
    select: { id: true },
  });
  const data = { expiresAt };
  const select = { id: true } as const;
  if (parent) return (await tx.apiKey.update({ where: parent, data, select })).id;
  const row = { ...playgroundRow(member, mintSecret()), monthlyCapMilli: playgroundCapMilli, expiresAt };
  return (await tx.apiKey.create({ data: row, select })).id;
}

/** Keys of the previous release have no parent and no cap. */
const isParent = { kind: "playground", replacedById: null, monthlyCapMilli: { not: null } } as const;

/** Makes room for one more active key of the member's session. */
async function endOldest(tx: Transaction, { sessionId, businessId }: Member): Promise<void> {
  const now = clock.now();
  const live = await tx.apiKey.findMany({
    where: { businessId, sessionId, kind: "playground", NOT: isParent, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  const ids = live.slice(livePlaygroundKeys - 1).map(({ id }) => id);
  if (ids.length > 0) await tx.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: now } });
}

// A session's parent counts what it has spent, so it stays while the session can go on.
const sweep = `DELETE FROM api_keys WHERE id IN
  (SELECT k.id FROM api_keys k LEFT JOIN sessions s ON s.id = k.session_id AND s.revoked_at IS NULL AND s.expires_at > $2
    WHERE kind = 'playground' AND k.expires_at <= $1
      AND (s.id IS NULL OR replaced_by_id IS NOT NULL OR monthly_cap_milli IS NULL) LIMIT 1000) RETURNING 1 AS gone`;

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
