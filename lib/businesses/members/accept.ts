import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { findRole, lockMembers } from "@/lib/access/businesses/lock";
import { can, type Role } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { mailNewAdmin } from "./admin-mail";
import { fingerprintOf } from "./invitation-link";

const invitationColumns = {
  id: true,
  email: true,
  role: true,
  expiresAt: true,
  acceptedAt: true,
  cancelledAt: true,
  invitedById: true,
  invitedBy: { select: { name: true } },
  business: { select: { id: true, slug: true, name: true, archivedAt: true } },
} as const;

export type OpenInvitation = {
  id: string;
  email: string;
  role: Role;
  invitedBy: { name: string };
  business: { id: string; slug: string; name: string };
  /** Whether its email has an account already. */
  isKnown: boolean;
};

/** Its recipient may know why it fails: NOT_FOUND if unknown or replaced, CONFLICT if used, cancelled or expired. */
export async function getInvitation(token: string): Promise<OpenInvitation> {
  const invitation = await getOpenInvitation(db, token);
  const where = { email: invitation.email, emailVerifiedAt: { not: null } };
  return { ...invitation, isKnown: (await db.user.count({ where })) > 0 };
}

/** In a transaction, call it under the lock of the invitation's business. */
async function getOpenInvitation(tx: Transaction, token: string) {
  const invitation = /^[\w-]{43}$/.test(token)
    ? await tx.invitation.findUnique({ where: { fingerprint: fingerprintOf(token) }, select: invitationColumns })
    : null;
  if (!invitation) throw new AppError("NOT_FOUND", { message: "members.linkUnknown" });
  const { acceptedAt, cancelledAt, expiresAt, ...open } = invitation;
  if (acceptedAt) throw new AppError("CONFLICT", { message: "members.linkUsed" });
  if (cancelledAt || open.business.archivedAt) throw new AppError("CONFLICT", { message: "members.linkCancelled" });
  if (expiresAt <= clock.now()) throw new AppError("CONFLICT", { message: "members.linkOver" });
  return open;
}

/** Where the person is a member now. */
export type Joined = { businessSlug: string; role: Role };

/** Throws FORBIDDEN for another email than the viewer's, CONFLICT for a member, and what `getInvitation` throws. */
export async function acceptInvitation(viewer: Viewer, token: string): Promise<Joined> {
  return db.$transaction(async (tx) => {
    const { email } = await getOpenInvitation(tx, token);
    if (email !== viewer.email) {
      throw new AppError("FORBIDDEN", { message: "members.otherAddress", values: { email, yours: viewer.email } });
    }
    return spendInvitation(tx, token, viewer);
  });
}

/** Uses an invitation for a person whose confirmed email it was sent to. Once, however many at the same moment. */
export async function spendInvitation(
  tx: Transaction,
  token: string,
  { userId, device }: Pick<Viewer, "userId" | "device">,
): Promise<Joined> {
  const seen = await getOpenInvitation(tx, token);
  await lockMembers(tx, seen.business.id);
  const { id, role, business, invitedById } = await getOpenInvitation(tx, token);
  const inviter = await findRole(tx, business.id, invitedById);
  if (!inviter || !can(inviter, "members:write")) throw new AppError("CONFLICT", { message: "members.linkCancelled" });
  if (await findRole(tx, business.id, userId)) throw new AppError("CONFLICT", { message: "members.memberAlready" });

  const now = clock.now();
  await tx.invitation.update({ where: { id }, data: { acceptedAt: now, acceptedById: userId }, select: { id: true } });
  await tx.membership.create({
    data: { userId, businessId: business.id, role, createdAt: now },
    select: { role: true },
  });
  const actor = { businessId: business.id, userId, device };
  await recordAudit(tx, actor, { action: "member.joined", subject: userId, after: { role } });
  if (role === "admin") await mailNewAdmin(tx, { businessId: business.id, userId, grantedById: invitedById });
  return { businessSlug: business.slug, role };
}
