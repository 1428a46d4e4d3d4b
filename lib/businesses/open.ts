import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { createBusiness } from "@/lib/businesses/service";
import { db, type Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import type { Viewer } from "@/lib/principals/viewer";
import { openWallet } from "@/lib/wallet/accounts";

/** How many active businesses one person may own. */
export const mostOwned = 20;

/** A further business with an empty wallet; the viewer owns it. Throws CONFLICT for the twenty-first. */
export async function openBusiness({ userId, device }: Viewer, name: string): Promise<{ slug: string }> {
  return db.$transaction(async (tx) => {
    await requireRoom(tx, userId);
    const { id: businessId, slug } = await createBusiness(tx, { ownerId: userId, name });
    await openWallet(tx, businessId);
    await recordAudit(tx, { businessId, userId, device }, { action: "business.created", after: { name } });
    return { slug };
  });
}

/** Throws CONFLICT for someone at the limit of active businesses. */
export async function requireRoom(tx: Transaction, userId: string): Promise<void> {
  // Locked, so that two at once by one person count each other.
  await tx.$queryRaw`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`;
  const owned = await tx.membership.count({ where: { userId, role: "owner", business: { archivedAt: null } } });
  if (owned < mostOwned) return;
  throw new AppError("CONFLICT", { message: "businesses.tooMany", values: { most: mostOwned }, param: "name" });
}
