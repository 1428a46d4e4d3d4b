import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { db, type Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { endPlaygroundKeys } from "@/lib/keys/playground-key";
import { requireRecentProof } from "@/lib/principals/fresh";
import type { Member } from "@/lib/principals/member";
import { can, type grantableRoles, permissions, type Role } from "@/lib/principals/roles";
import { mailNewAdmin } from "./admin-mail";
import { cancelInvitationsOf } from "./invite";
import { findRole, lockAs, lockMembers, requireOwner } from "./lock";
import { cancelOffersOf } from "./ownership";

type Grantable = (typeof grantableRoles)[number];

/**
 * Applies from the person's next request on. Only owners change owners, and one always remains. Throws NOT_FOUND for
 * someone who is not a member, FORBIDDEN, CONFLICT, and STEP_UP_REQUIRED if the role gains permissions.
 */
export async function changeRole(member: Member, userId: string, role: Grantable): Promise<void> {
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const before = await getTouchable(tx, await lockAs(tx, member, "members:write"), userId);
    if (before === role) return;
    if (permissions[role].some((permission) => !can(before, permission))) requireRecentProof(member);
    const where = { businessId_userId: { businessId, userId } };
    await tx.membership.update({ where, data: { role }, select: { role: true } });
    await requireOwner(tx, businessId);
    if (!can(role, "members:write")) await cancelInvitationsOf(tx, businessId, userId);
    if (!can(role, "speech:use")) await endPlaygroundKeys(tx, businessId, userId);
    await cancelOffersOf(tx, businessId, userId);
    const change = { before: { role: before }, after: { role } };
    await recordAudit(tx, member, { action: "member.role_changed", subject: userId, ...change });
    if (role === "admin" && before !== "owner")
      await mailNewAdmin(tx, { businessId, userId, grantedById: member.userId });
  });
}

/** The person's next request no longer finds the business. What they created stays; their playground keys end. */
export async function removeMember(member: Member, userId: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const role = await getTouchable(tx, await lockAs(tx, member, "members:write"), userId);
    await endMembership(tx, member.businessId, userId);
    await recordAudit(tx, member, { action: "member.removed", subject: userId, before: { role } });
  });
}

/** Leaving requires no permission, but the last owner has to hand over first: CONFLICT. */
export async function leaveBusiness(member: Member): Promise<void> {
  const { businessId, userId } = member;
  await db.$transaction(async (tx) => {
    await lockMembers(tx, businessId);
    const role = await findRole(tx, businessId, userId);
    if (!role) return;
    await endMembership(tx, businessId, userId);
    await recordAudit(tx, member, { action: "member.left", subject: userId, before: { role } });
  });
}

async function getTouchable(tx: Transaction, member: Member, userId: string): Promise<Role> {
  const role = await findRole(tx, member.businessId, userId);
  if (!role) throw new AppError("NOT_FOUND", { message: "members.unknown" });
  if (role === "owner" && member.role !== "owner") throw new AppError("FORBIDDEN", { message: "members.ownersOnly" });
  return role;
}

async function endMembership(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.membership.delete({ where: { businessId_userId: { businessId, userId } }, select: { userId: true } });
  await requireOwner(tx, businessId);
  await cancelInvitationsOf(tx, businessId, userId);
  await cancelOffersOf(tx, businessId, userId);
  await endPlaygroundKeys(tx, businessId, userId);
}
