import "server-only";
import { eraseDetailsOf } from "@/lib/audit/details";
import { recordAudit } from "@/lib/audit/record";
import { closeBusiness } from "@/lib/businesses/lifecycle/archive";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { removePicture } from "@/lib/images/store";
import { endPlaygroundKeys } from "@/lib/keys/playground-key";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import type { Viewer } from "@/lib/principals/viewer";

/**
 * What happens to a business when a person's account is deleted. `left`: it goes on without them. `closed`: it has no
 * other members, so it is archived; accounting records stay. `handOver`: it has other members and would have no owner,
 * so the person must first make one of them its owner.
 */
export type Fate = "left" | "closed" | "handOver";

export type BusinessFate = { id: string; slug: string; name: string; fate: Fate; balanceMilli: bigint };

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
  return memberships.map(({ role, business: { memberships: others, accounts, ...business } }) => ({
    ...business,
    balanceMilli: accounts[0]?.balanceMilli ?? 0n,
    fate: fateOf(role === "owner", others),
  }));
}

function fateOf(isOwner: boolean, others: { role: string }[]): Fate {
  if (others.length === 0) return "closed";
  return isOwner && !others.some(({ role }) => role === "owner") ? "handOver" : "left";
}

/**
 * Deletes the viewer and all their personal data: sessions, factors, sign-in log, links, picture, and the details
 * beside the audit logs. Ledger rows and audit logs name them by id only. `typed`: their own email, typed as
 * confirmation. Throws INVALID_REQUEST at `email` for another one, CONFLICT while a business must be handed over or has
 * paid credit.
 */
export async function deleteAccount(viewer: Viewer, typed: string): Promise<void> {
  const { userId, email, name, locale } = viewer;
  if (typed !== email) throw new AppError("INVALID_REQUEST", { message: "account.delete.otherEmail", param: "email" });
  await db.$transaction(async (tx) => {
    // Locks the owners of these businesses, so that of two owners who leave at once the second sees that the first has
    // left.
    await tx.$queryRaw`SELECT 1 FROM businesses WHERE id IN (
      SELECT business_id FROM memberships WHERE user_id = ${userId}) ORDER BY id FOR NO KEY UPDATE`;
    const fates = await readFates(tx, userId);
    if (fates.some(({ fate }) => fate === "handOver")) {
      throw new AppError("CONFLICT", { message: "account.delete.handOverFirst" });
    }
    for (const fate of fates) await part(tx, viewer, fate);
    await erasePersonalData(tx, viewer);
    const { pictureId } = await tx.user.delete({ where: { id: userId }, select: { pictureId: true } });
    await removePicture(tx, pictureId);
    const link = `${env.url}/sign-up`;
    await postMail(tx, { to: email, ...composeMail(locale, "accountDeleted", { name, link }) });
  });
}

/** Their invitations, also to an earlier email, the notes of their claims, and the audit logs' details about this person. */
async function erasePersonalData(tx: Transaction, { userId, email }: Viewer): Promise<void> {
  const where = { OR: [{ email }, { acceptedById: userId }] };
  const invitations = await tx.invitation.findMany({ where, select: { id: true } });
  const ids = invitations.map(({ id }) => id);
  await eraseDetailsOf(tx, userId, ids);
  await tx.invitation.deleteMany({ where: { id: { in: ids } } });
  await tx.bankClaim.updateMany({ where: { createdById: userId }, data: { note: "" } });
}

async function part(tx: Transaction, { userId, device }: Viewer, { id: businessId, fate }: BusinessFate) {
  await tx.membership.delete({ where: { businessId_userId: { businessId, userId } }, select: { businessId: true } });
  if (fate === "closed") return closeBusiness(tx, { businessId, userId, device });
  await endPlaygroundKeys(tx, businessId, userId);
  await recordAudit(tx, { businessId, userId, device }, { action: "member.left", subject: userId });
}
