import "server-only";
import { eraseDetailsOf } from "@/lib/access/audit/details";
import { recordAudit } from "@/lib/access/audit/record";
import { rememberBusinesses } from "@/lib/access/businesses/not-own";
import type { Role } from "@/lib/access/principals/roles";
import type { Viewer } from "@/lib/access/principals/viewer";
import { requireLiveSession } from "@/lib/access/sessions/service";
import { closeBusiness } from "@/lib/businesses/archive";
import { endMade, findMade } from "@/lib/businesses/leaving/made";
import type { Made } from "@/lib/businesses/leaving/schema";
import { endPlaygroundKeys } from "@/lib/keys/playground/create";
import { rememberWelcome } from "@/lib/money/wallet/accounts";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { removePicture } from "@/lib/platform/images/store";
import { composeMail } from "@/lib/platform/mail/compose";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { postMail } from "@/lib/platform/mail/post";

/**
 * `left`: the business goes on without the person. `closed`: it has no other members and is archived; accounting
 * records stay. `handOver`: it would have no owner, so the person must first make another member its owner.
 */
export type Fate = "left" | "closed" | "handOver";

export type BusinessFate = {
  id: string;
  slug: string;
  name: string;
  role: Role;
  fate: Fate;
  balanceMilli: bigint;
  /** In a business that goes on: the keys and endpoints that work without the person. */
  made: Made | null;
};

export async function listFates(viewer: Viewer): Promise<BusinessFate[]> {
  return readFates(db, viewer.userId);
}

async function readFates(tx: Transaction, userId: string): Promise<BusinessFate[]> {
  const memberships = await tx.membership.findMany({
    where: { userId, business: { archivedAt: null } },
    orderBy: { createdAt: "asc" },
    select: {
      role: true,
      business: {
        select: {
          id: true,
          slug: true,
          name: true,
          memberships: { where: { userId: { not: userId } }, select: { role: true } },
          accounts: { where: { kind: "available" }, select: { balanceMilli: true } },
        },
      },
    },
  });
  const fates: BusinessFate[] = [];
  for (const { role, business } of memberships) {
    const { memberships: others, accounts, ...named } = business;
    const needsOwner = role === "owner" && !others.some((other) => other.role === "owner");
    const fate = others.length === 0 ? "closed" : needsOwner ? "handOver" : "left";
    const made = fate === "left" ? await findMade(tx, named.id, userId) : null;
    fates.push({ ...named, role, fate, balanceMilli: accounts[0]?.balanceMilli ?? 0n, made });
  }
  return fates;
}

/**
 * Deletes the viewer and all their personal data: sessions, factors, sign-in log, links, picture, and the details
 * beside the audit logs. Ledger rows and audit logs name them by id only. `typed`: their own email, typed as
 * confirmation. Of the keys and endpoints that they made in businesses that go on, those in `ends` end. Throws
 * INVALID_REQUEST at `email` for another one, CONFLICT while a business must be handed over or has paid credit, while a
 * change of the email can be undone, or for someone on the operating company's staff; FORBIDDEN for keys and endpoints that their role cannot change.
 */
export async function deleteAccount(viewer: Viewer, typed: string, ends: readonly string[] = []): Promise<void> {
  const { userId, sessionId, email, name, locale } = viewer;
  if (typed !== email) throw new AppError("INVALID_REQUEST", { message: "account.delete.otherEmail", param: "email" });
  await db.$transaction(async (tx) => {
    // Locks the owners of these businesses, so that of two owners who leave at once the second sees that the first has
    // left.
    await tx.$queryRaw`SELECT 1 FROM businesses WHERE id IN (
      SELECT business_id FROM memberships WHERE user_id = ${userId}) ORDER BY id FOR NO KEY UPDATE`;
    await requireNoUndo(tx, userId);
    await requireLiveSession(tx, sessionId);
    if ((await tx.staffMember.count({ where: { userId } })) > 0)
      throw new AppError("CONFLICT", { message: "account.delete.staffFirst" });
    const fates = await readFates(tx, userId);
    if (fates.some(({ fate }) => fate === "handOver")) {
      throw new AppError("CONFLICT", { message: "account.delete.handOverFirst" });
    }
    for (const fate of fates) await endMembership(tx, viewer, fate, ends);
    await erasePersonalData(tx, viewer);
    await rememberBusinesses(tx, userId);
    const deleted = { pictureId: true, mailbox: true } as const;
    const { pictureId, mailbox } = await tx.user.delete({ where: { id: userId }, select: deleted });
    // Of an account from before mailboxes were recorded, it is not known whether it was given welcome credit.
    if (!mailbox) await rememberWelcome(tx, mailboxOf(email));
    await removePicture(tx, pictureId);
    const link = `${env.url}/sign-up`;
    await postMail(tx, { to: email, ...composeMail(locale, "accountDeleted", { name, link }) });
  });
}

/**
 * Erases their invitations, also to an earlier email, the notes and messages of their claims, and the audit logs'
 * details about this person.
 */
async function erasePersonalData(tx: Transaction, { userId, email }: Viewer): Promise<void> {
  const where = { OR: [{ email }, { acceptedById: userId }] };
  const invitations = await tx.invitation.findMany({ where, select: { id: true } });
  const ids = invitations.map(({ id }) => id);
  await eraseDetailsOf(tx, userId, ids);
  await tx.invitation.deleteMany({ where: { id: { in: ids } } });
  await tx.bankClaim.updateMany({ where: { createdById: userId }, data: { note: "" } });
  await tx.claimMessage.updateMany({ where: { authorId: userId, fromStaff: false }, data: { text: "" } });
}

/** Someone who took an account over by changing its email must not end its owner's way back. */
async function requireNoUndo(tx: Transaction, userId: string): Promise<void> {
  // An undo that runs at this moment uses its link under this lock.
  await lockFactors(tx, userId);
  const links = await tx.mailLink.count({
    where: { userId, purpose: "undo_email", usedAt: null, expiresAt: { gt: clock.now() } },
  });
  const waits = await tx.factorReset.count({ where: { userId, restoreEmail: { not: null } } });
  if (links + waits > 0) throw new AppError("CONFLICT", { message: "account.delete.emailChanged" });
}

async function endMembership(tx: Transaction, { userId, device }: Viewer, fate: BusinessFate, ends: readonly string[]) {
  const { id: businessId, role, made } = fate;
  const actor = { businessId, userId, role, device };
  await tx.membership.delete({ where: { businessId_userId: { businessId, userId } }, select: { businessId: true } });
  if (!made) {
    // What a rejected refund gives back would belong to a business without members.
    if ((await tx.refundRequest.count({ where: { businessId, status: "open" } })) > 0)
      throw new AppError("CONFLICT", { message: "account.delete.refundOpen" });
    return closeBusiness(tx, actor);
  }
  await endPlaygroundKeys(tx, businessId, userId);
  const { changes, lists: after } = await endMade(tx, actor, made, ends);
  for (const change of [...changes, { action: "member.left", subject: userId, before: { role }, after }])
    await recordAudit(tx, actor, change);
}
