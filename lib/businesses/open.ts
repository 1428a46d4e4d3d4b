import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import type { Viewer } from "@/lib/access/principals/viewer";
import { createBusiness } from "@/lib/businesses/service";
import { openWallet } from "@/lib/money/wallet/accounts";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** How many active businesses one person may own. */
export const mostOwned = 20;

/** How many one person may open in so many days, also of those that they archived, left or gave to another owner. */
export const mostOpened = 20;
const openedDays = 30;

/** A further business with an empty wallet; the viewer owns it. Throws CONFLICT for the twenty-first. */
export async function openBusiness({ userId, device }: Viewer, name: string): Promise<{ slug: string }> {
  return db.$transaction(async (tx) => {
    await requireRoom(tx, userId);
    await requireFewOpened(tx, userId);
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

/** Throws CONFLICT for someone who opened many businesses lately. The caller has called `requireRoom`. */
async function requireFewOpened(tx: Transaction, userId: string): Promise<void> {
  const { mailbox } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { mailbox: true } });
  const since = new Date(+clock.now() - days(openedDays));
  const opened = await tx.business.count({ where: { openedBy: mailbox ?? userId, createdAt: { gt: since } } });
  if (opened < mostOpened) return;
  const values = { most: mostOpened, days: openedDays };
  throw new AppError("CONFLICT", { message: "businesses.openedTooMany", values, param: "name" });
}
