import "server-only";
import { type Change, recordAudit } from "@/lib/audit/record";
import { db, type Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { endPlaygroundKeys } from "@/lib/keys/playground-key";
import { endKey } from "@/lib/keys/service";
import { requireRecentProof } from "@/lib/principals/fresh";
import type { Member } from "@/lib/principals/member";
import { can, type grantableRoles, permissions, type Role } from "@/lib/principals/roles";
import { endEndpoint } from "@/lib/webhooks/endpoints/delete";
import { mailNewAdmin } from "./admin-mail";
import { cancelInvitationsOf } from "./invite";
import { findRole, lockAs, lockMembers, requireOwner } from "./lock";
import { describeMade, findMade } from "./made";
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

/**
 * The person's next request no longer finds the business, and their playground keys end. What they made stays, but for
 * the keys and endpoints in `ends`; ids that are not of something they made are ignored.
 */
export async function removeMember(member: Member, userId: string, ends: readonly string[] = []): Promise<void> {
  await db.$transaction(async (tx) => {
    const actor = await lockAs(tx, member, "members:write");
    const role = await getTouchable(tx, actor, userId);
    const made = await findMade(tx, member.businessId, userId);
    const isEnded = (id: string) => ends.includes(id);
    await endMembership(tx, member.businessId, userId);
    // Their own entries come after all of them: the log's head is locked last.
    const changes: Change[] = [];
    for (const { id } of made.keys.filter(({ id }) => isEnded(id))) changes.push(await endKey(tx, actor, id));
    for (const { id } of made.endpoints.filter(({ id }) => isEnded(id))) changes.push(await endEndpoint(tx, actor, id));
    for (const change of changes) await recordAudit(tx, member, change);
    const after = describeMade(made, isEnded);
    await recordAudit(tx, member, { action: "member.removed", subject: userId, before: { role }, after });
  });
}

/** Leaving requires no permission, but the last owner has to hand over first: CONFLICT. */
export async function leaveBusiness(member: Member): Promise<void> {
  const { businessId, userId } = member;
  await db.$transaction(async (tx) => {
    await lockMembers(tx, businessId);
    const role = await findRole(tx, businessId, userId);
    if (!role) return;
    const after = describeMade(await findMade(tx, businessId, userId), () => false);
    await endMembership(tx, businessId, userId);
    await recordAudit(tx, member, { action: "member.left", subject: userId, before: { role }, after });
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
