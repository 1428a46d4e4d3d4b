import "server-only";
import { type Member, requirePermission } from "@/lib/businesses/member";
import { clock, minutes } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { offeredScopes } from "./scopes";
import { fingerprint, mintSecret } from "./secret";

/** How long the playground may speak before it asks for another key. */
const playgroundKeyMs = minutes(30);

/** A key for one visit to the playground: unlisted, and dead after 30 minutes. */
export async function createPlaygroundKey(member: Member): Promise<{ secret: string; expiresAt: Date }> {
  requirePermission(member, "speech:use");
  const secret = mintSecret();
  const expiresAt = new Date(clock.now().getTime() + playgroundKeyMs);
  await db.apiKey.create({
    data: {
      id: newId("key"),
      businessId: member.businessId,
      createdById: member.userId,
      kind: "playground",
      name: "Playground",
      scopes: [...offeredScopes],
      hint: secret.slice(-4),
      expiresAt,
      ...fingerprint(secret),
    },
  });
  return { secret, expiresAt };
}

/** Ends them for whoever may no longer speak here, with the change that says so. */
export async function endPlaygroundKeys(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.apiKey.updateMany({
    where: { businessId, createdById: userId, kind: "playground", revokedAt: null },
    data: { revokedAt: clock.now() },
  });
}
