import "server-only";
import { requireNotSuspended } from "@/lib/businesses/suspension/state";
import { clock, days, minutes } from "@/lib/clock";
import { db, sql, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type Member, requirePermission } from "@/lib/principals/member";
import { speechScopes } from "@/lib/principals/scopes";
import { fingerprint, mintSecret } from "./secret";

/** How long a playground key works. */
const playgroundKeyMs = minutes(30);

/** How many a session can use at the same time: one for each open page. */
export const livePlaygroundKeys = 5;

/**
 * A key for one visit to the playground: unlisted, and over after 30 minutes or with the member's session. A sixth one
 * ends the oldest of the session. Throws BUSINESS_SUSPENDED.
 */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  await requireNotSuspended(member);
  await endOldest(member);
  const secret = mintSecret();
  const expiresAt = new Date(clock.now().getTime() + playgroundKeyMs);
  await db.apiKey.create({
    data: {
      id: newId("key"),
      businessId: member.businessId,
      createdById: member.userId,
      sessionId: member.sessionId,
      createdAt: clock.now(),
      kind: "playground",
      name: "Playground",
      scopes: [...speechScopes],
      hint: secret.slice(-4),
      expiresAt,
      ...fingerprint(secret),
    },
  });
  return { secret, expiresAt };
}

/** Makes room for one more active key of the member's session. */
async function endOldest({ sessionId, businessId }: Member): Promise<void> {
  const now = clock.now();
  const live = await db.apiKey.findMany({
    where: { businessId, sessionId, kind: "playground", revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true },
  });
  const ids = live.slice(livePlaygroundKeys - 1).map(({ id }) => id);
  if (ids.length > 0) await db.apiKey.updateMany({ where: { id: { in: ids } }, data: { revokedAt: now } });
}

const sweep = `DELETE FROM api_keys WHERE id IN
  (SELECT id FROM api_keys WHERE kind = 'playground' AND expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes playground keys that expired a day ago, 1,000 at most. Returns how many. */
export async function sweepPlaygroundKeys(): Promise<number> {
  return (await sql("sweep-playground-keys", sweep, [new Date(+clock.now() - days(1))])).length;
}

/** Ends the playground keys of members who lose the permission, in the transaction that changes it. */
export async function endPlaygroundKeys(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.apiKey.updateMany({
    where: { businessId, createdById: userId, kind: "playground", revokedAt: null },
    data: { revokedAt: clock.now() },
  });
}
