import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { findRole, lockAs, lockMembers, requireOwner } from "@/lib/access/businesses/lock";
import { requireRecentProof } from "@/lib/access/principals/fresh";
import type { InBusiness, Member } from "@/lib/access/principals/member";
import { can, type grantableRoles, permissions, type Role } from "@/lib/access/principals/roles";
import { endMade, findMade } from "@/lib/businesses/leaving/made";
import { beyond, type Made } from "@/lib/businesses/leaving/schema";
import { endPlaygroundKeys } from "@/lib/keys/playground/create";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { mailNewAdmin } from "./admin-mail";
import { cancelInvitationsOf } from "./invite";
import { cancelOffersOf } from "./ownership";

type Grantable = (typeof grantableRoles)[number];

/**
 * Only owners change owners, and one always remains. Of the keys and endpoints that they made and their new role cannot
 * change, those in `ends` end. Throws NOT_FOUND for someone who is not a member, FORBIDDEN, CONFLICT, and
 * STEP_UP_REQUIRED if the role gains permissions or something ends.
 */
export async function changeRole(
  member: Member,
  userId: string,
  role: Grantable,
  ends: readonly string[] = [],
): Promise<void> {
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const actor = await lockAs(tx, member, "members:write");
    const before = await getTouchable(tx, actor, userId);
    if (before === role) return;
    const isWider = permissions[role].some((permission) => !can(before, permission));
    if (isWider || ends.length > 0) requireRecentProof(member);
    const where = { businessId_userId: { businessId, userId } };
    await tx.membership.update({ where, data: { role }, select: { role: true } });
    await requireOwner(tx, businessId);
    if (!can(role, "members:write")) await cancelInvitationsOf(tx, businessId, userId);
    if (!can(role, "speech:use")) await endPlaygroundKeys(tx, businessId, userId);
    await cancelOffersOf(tx, businessId, userId);
    const lists = await endAndRecord(tx, actor, beyond(role, await findMade(tx, businessId, userId)), ends);
    const change = { before: { role: before }, after: { role, ...lists } };
    await recordAudit(tx, member, { action: "member.role_changed", subject: userId, ...change });
    if (role === "admin" && before !== "owner")
      await mailNewAdmin(tx, { businessId, userId, grantedById: member.userId });
  });
}

/** Ends their playground keys. What they made stays, except for the ids in `ends`; other ids are ignored. */
export async function removeMember(member: Member, userId: string, ends: readonly string[] = []): Promise<void> {
  await db.$transaction(async (tx) => {
    const actor = await lockAs(tx, member, "members:write");
    const role = await getTouchable(tx, actor, userId);
    const made = await findMade(tx, member.businessId, userId);
    await endMembership(tx, member.businessId, userId);
    const after = await endAndRecord(tx, actor, made, ends);
    await recordAudit(tx, member, { action: "member.removed", subject: userId, before: { role }, after });
  });
}

/** Needs no permission. Throws CONFLICT for the last owner, FORBIDDEN if their role cannot end what is in `ends`. */
export async function leaveBusiness(member: Member, ends: readonly string[] = []): Promise<void> {
  const { businessId, userId } = member;
  await db.$transaction(async (tx) => {
    await lockMembers(tx, businessId);
    const role = await findRole(tx, businessId, userId);
    if (!role) return;
    const after = await endAndRecord(tx, { ...member, role }, await findMade(tx, businessId, userId), ends);
    await endMembership(tx, businessId, userId);
    await recordAudit(tx, member, { action: "member.left", subject: userId, before: { role }, after });
  });
}

/** Entries of what ended come before the member's own. */
async function endAndRecord(tx: Transaction, actor: InBusiness, made: Made, ends: readonly string[]) {
  const { changes, lists } = await endMade(tx, actor, made, ends);
  for (const change of changes) await recordAudit(tx, actor, change);
  return lists;
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
