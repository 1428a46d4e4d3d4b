import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";

/** How long after leaving a business someone still decides nothing about its money or limits. */
export const formerMs = days(30);

/** Throws StaffError if the account belongs to one of the businesses, or did within 30 days. */
export async function requireNotOwn(tx: Transaction, userId: string, businessIds: readonly string[]): Promise<void> {
  const where = { userId, businessId: { in: [...businessIds] } };
  const current = await tx.membership.count({ where });
  const endedAt = { gt: new Date(+clock.now() - formerMs) };
  if (current + (await tx.formerMembership.count({ where: { ...where, endedAt } })) > 0)
    throw new StaffError("operator.errors.ownBusiness");
}

/** Forgets memberships that ended more than 30 days ago. */
export async function sweepFormerMembers(): Promise<void> {
  await db.formerMembership.deleteMany({ where: { endedAt: { lte: new Date(+clock.now() - formerMs) } } });
}

/** `requireNotOwn` for what moves no money: in the terminal everyone may do it. */
export async function requireNotOwnAtDesk(tx: Transaction, operator: Operator, businessId: string): Promise<void> {
  if (operator.via === "desk") await requireNotOwn(tx, operator.userId, [businessId]);
}
