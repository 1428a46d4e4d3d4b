import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Permission, Role } from "@/lib/access/principals/roles";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** It is then neither archived nor suspended. Taken before the wallet, as archiving does. Returns false if archived. */
export async function lockBusiness(tx: Transaction, businessId: string): Promise<boolean> {
  const [business] = await tx.$queryRaw<{ archived: boolean }[]>`
    SELECT archived_at IS NOT NULL AS archived FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
  return business?.archived === false;
}

/** Serializes changes of a business's members, until the end of the transaction. */
export async function lockMembers(tx: Transaction, businessId: string): Promise<void> {
  // Not FOR UPDATE: that would also block rows that only refer to the business.
  await tx.$executeRaw`SELECT FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
}

export async function findRole(tx: Transaction, businessId: string, userId: string): Promise<Role | null> {
  const where = { businessId_userId: { businessId, userId } };
  return (await tx.membership.findUnique({ where, select: { role: true } }))?.role ?? null;
}

/**
 * The role may have changed since authentication, or the business been archived. Throws FORBIDDEN unless the permission
 * still holds.
 */
export async function lockAs(tx: Transaction, member: Member, permission: Permission): Promise<Member> {
  const isOpen = await lockBusiness(tx, member.businessId);
  const role = await findRole(tx, member.businessId, member.userId);
  if (!isOpen || !role) throw new AppError("FORBIDDEN");
  const now = { ...member, role };
  requirePermission(now, permission);
  return now;
}

/** Throws CONFLICT if the business would have no owner. After the change, in its transaction, under the lock. */
export async function requireOwner(tx: Transaction, businessId: string): Promise<void> {
  const owners = await tx.membership.count({ where: { businessId, role: "owner" } });
  if (owners === 0) throw new AppError("CONFLICT", { message: "members.lastOwner" });
}

/** Whether no one is left who could restore an archived business. */
export const isErased = async (tx: Transaction, businessId: string): Promise<boolean> =>
  (await tx.membership.count({ where: { businessId } })) === 0;

/** Locks a business that the staff credits, also a suspended one. Throws StaffError for one that is archived. */
export async function requireOpen(tx: Transaction, businessId: string): Promise<void> {
  if (await lockBusiness(tx, businessId)) return;
  throw new StaffError((await isErased(tx, businessId)) ? "operator.errors.erased" : "operator.errors.archived");
}
