import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { mailboxOf } from "@/lib/platform/mail/mailbox";

/** How long after leaving a business someone still decides nothing about its money or limits. */
export const formerMs = days(30);

/** The mailboxes of an account: of its email address, and the one that it signed up with. */
export async function mailboxesOf(tx: Transaction, userId: string): Promise<string[]> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { email: true, mailbox: true } });
  return user ? [mailboxOf(user.email), ...(user.mailbox ? [user.mailbox] : [])] : [];
}

/**
 * Throws StaffError if the person belongs to one of the businesses, or did within 30 days: with this account, another
 * one of the same mailbox, or one that was deleted.
 */
export async function requireNotOwn(tx: Transaction, userId: string, businessIds: readonly string[]): Promise<void> {
  const mailbox = { in: await mailboxesOf(tx, userId) };
  const others = await tx.user.findMany({ where: { mailbox }, select: { id: true } });
  const businessId = { in: [...businessIds] };
  const where = { businessId, userId: { in: [userId, ...others.map(({ id }) => id)] } };
  const endedAt = { gt: new Date(+clock.now() - formerMs) };
  const found =
    (await tx.membership.count({ where })) +
    (await tx.formerMembership.count({ where: { ...where, endedAt } })) +
    (await tx.formerMailbox.count({ where: { businessId, mailbox, endedAt } }));
  if (found > 0) throw new StaffError("operator.errors.ownBusiness");
}

/** Keeps for 30 days to which businesses an account belongs and belonged that is deleted next, by its mailboxes. */
export async function rememberBusinesses(tx: Transaction, userId: string): Promise<void> {
  const current = await tx.membership.findMany({ where: { userId }, select: { businessId: true } });
  const former = await tx.formerMembership.findMany({ where: { userId }, select: { businessId: true, endedAt: true } });
  const ended = [...former, ...current.map((one) => ({ ...one, endedAt: clock.now() }))];
  for (const mailbox of await mailboxesOf(tx, userId))
    for (const { businessId, endedAt } of ended) {
      const where = { mailbox_businessId: { mailbox, businessId } };
      await tx.formerMailbox.upsert({ where, create: { mailbox, businessId, endedAt }, update: { endedAt } });
    }
}

/** Forgets memberships that ended more than 30 days ago. */
export async function sweepFormerMembers(): Promise<void> {
  const where = { endedAt: { lte: new Date(+clock.now() - formerMs) } };
  await db.formerMembership.deleteMany({ where });
  await db.formerMailbox.deleteMany({ where });
}

/** `requireNotOwn` for what moves no money: in the terminal everyone may do it. */
export async function requireNotOwnAtDesk(tx: Transaction, operator: Operator, businessId: string): Promise<void> {
  if (operator.via === "desk") await requireNotOwn(tx, operator.userId, [businessId]);
}
