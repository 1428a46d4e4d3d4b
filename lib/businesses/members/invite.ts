import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { lockAs } from "@/lib/access/businesses/lock";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Role } from "@/lib/access/principals/roles";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { isEmailAllowed } from "@/lib/platform/mail/request-quota";
import { freshLink, mailInvitation } from "./invitation-link";
import type { NewInvitation } from "./schema";

export const pendingPerBusiness = 50;

/** How often one invitation is emailed, and how often a business can invite one email in a day. */
const mailsPerInvitation = 5;

const openInvitation = { acceptedAt: null, cancelledAt: null } as const;

export type InvitationRow = { id: string; email: string; role: Role; createdAt: Date; expiresAt: Date };

/** The invitations that are neither accepted nor cancelled, expired ones included; the latest first. */
export async function listInvitations(member: Member): Promise<InvitationRow[]> {
  requirePermission(member, "members:write");
  return db.invitation.findMany({
    where: { businessId: member.businessId, ...openInvitation },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { id: true, email: true, role: true, createdAt: true, expiresAt: true },
    take: 200,
  });
}

/** Emails a link for seven days. Throws CONFLICT for a member, for an email that is invited, and past 50 open ones; TOO_MANY_ATTEMPTS. */
export async function inviteMember(member: Member, { email, role }: NewInvitation): Promise<void> {
  requirePermission(member, "members:write");
  await requireQuietMailbox(email);
  const link = freshLink();
  const now = clock.now();
  const id = newId("invitation");
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "members:write");
    await requireRoomFor(tx, member.businessId, email);
    await tx.invitation.create({
      data: {
        id,
        businessId: member.businessId,
        email,
        role,
        invitedById: member.userId,
        createdAt: now,
        ...link.kept,
      },
      select: { id: true },
    });
    await recordAudit(tx, member, {
      action: "member.invited",
      subject: id,
      after: { role },
      personal: { invitation: { id, email } },
    });
  });
  await mailInvitation(id, link.token);
}

/** Throws TOO_MANY_ATTEMPTS for a mailbox that got many emails which others triggered, from any business. */
async function requireQuietMailbox(email: string): Promise<void> {
  if (await isEmailAllowed(email)) return;
  throw new AppError("TOO_MANY_ATTEMPTS", { message: "members.mailboxFull", param: "email" });
}

async function requireRoomFor(tx: Transaction, businessId: string, email: string): Promise<void> {
  const now = clock.now();
  // An expired invitation can be sent again.
  await tx.invitation.updateMany({
    where: { businessId, email, ...openInvitation, expiresAt: { lte: now } },
    data: { cancelledAt: now },
  });
  if (await tx.membership.count({ where: { businessId, user: { email } } })) {
    throw new AppError("CONFLICT", { message: "members.alreadyMember", param: "email" });
  }
  if (await tx.invitation.count({ where: { businessId, email, ...openInvitation } })) {
    throw new AppError("CONFLICT", { message: "members.alreadyInvited", param: "email" });
  }
  if (
    (await tx.invitation.count({ where: { businessId, ...openInvitation, expiresAt: { gt: now } } })) >=
    pendingPerBusiness
  ) {
    throw new AppError("CONFLICT", { message: "members.tooManyPending", values: { max: pendingPerBusiness } });
  }
  const dayAgo = new Date(now.getTime() - days(1));
  if ((await tx.invitation.count({ where: { businessId, email, createdAt: { gt: dayAgo } } })) >= mailsPerInvitation) {
    throw new AppError("TOO_MANY_ATTEMPTS", { message: "members.invitedTooOften", param: "email" });
  }
}

/** Emails a new link, valid for another seven days; the one before it is void. */
export async function resendInvitation(member: Member, id: string): Promise<void> {
  requirePermission(member, "members:write");
  const { email, sent } = await getOpen(db, member.businessId, id);
  if (sent < mailsPerInvitation) await requireQuietMailbox(email);
  const link = freshLink();
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "members:write");
    const invitation = await getOpen(tx, member.businessId, id);
    if (invitation.sent >= mailsPerInvitation) {
      throw new AppError("TOO_MANY_ATTEMPTS", { message: "members.sentTooOften", values: { max: mailsPerInvitation } });
    }
    await tx.invitation.update({ where: { id }, data: { ...link.kept, sent: { increment: 1 } }, select: { id: true } });
    await recordAudit(tx, member, {
      action: "member.invitation_resent",
      subject: id,
      personal: { invitation: { id, email: invitation.email } },
    });
  });
  await mailInvitation(id, link.token);
}

/** Its link is void from the next request on. */
export async function cancelInvitation(member: Member, id: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "members:write");
    const { email, role } = await getOpen(tx, member.businessId, id);
    await tx.invitation.update({ where: { id }, data: { cancelledAt: clock.now() }, select: { id: true } });
    await recordAudit(tx, member, {
      action: "member.invitation_cancelled",
      subject: id,
      before: { role },
      personal: { invitation: { id, email } },
    });
  });
}

async function getOpen(tx: Transaction, businessId: string, id: string) {
  const select = { email: true, role: true, sent: true } as const;
  const invitation = await tx.invitation.findFirst({ where: { id, businessId, ...openInvitation }, select });
  if (!invitation) throw new AppError("NOT_FOUND", { message: "members.invitationGone" });
  return invitation;
}

/** Cancels the open invitations of a member who may no longer invite. */
export async function cancelInvitationsOf(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.invitation.updateMany({
    where: { businessId, invitedById: userId, ...openInvitation },
    data: { cancelledAt: clock.now() },
  });
}
