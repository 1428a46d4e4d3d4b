import "server-only";
import { eraseDetailsOf } from "@/lib/audit/details";
import { recordAudit } from "@/lib/audit/record";
import { closeBusiness } from "@/lib/businesses/lifecycle/archive";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import { removePicture } from "@/lib/images/store";
import { endPlaygroundKeys } from "@/lib/keys/playground-key";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import type { Viewer } from "@/lib/principals/viewer";

/**
 * What becomes of a business when a person goes. `left`: it goes on without them. `closed`: nobody is left, so it
 * is archived; what it paid stays on the books. `handOver`: others work there and it would have no
 * owner, so the person must first make one of them its owner.
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
 * Deletes the viewer with everything that is about them: sessions, factors, log, links, picture, and the details beside
 * the audit logs. Rows of money and the audit logs name them by id only. `typed`: their own address, typed to show that it is meant. Throws INVALID_REQUEST at
 * `email` for another one, CONFLICT while a business must be handed over or has credit that was paid for.
 */
export async function deleteAccount(viewer: Viewer, typed: string): Promise<void> {
  const { userId, email, name, locale } = viewer;
  if (typed !== email) throw new Refusal("INVALID_REQUEST", { message: "account.delete.otherEmail", param: "email" });
  await db.$transaction(async (tx) => {
    // No owner of one of these businesses can go or change meanwhile: two who leave at once leave one after the other.
    await tx.$queryRaw`SELECT 1 FROM businesses WHERE id IN (
      SELECT business_id FROM memberships WHERE user_id = ${userId}) ORDER BY id FOR NO KEY UPDATE`;
    const fates = await readFates(tx, userId);
    if (fates.some(({ fate }) => fate === "handOver")) {
      throw new Refusal("CONFLICT", { message: "account.delete.handOverFirst" });
    }
    for (const fate of fates) await part(tx, viewer, fate);
    await erasePersonalData(tx, viewer);
    const { pictureId } = await tx.user.delete({ where: { id: userId }, select: { pictureId: true } });
    await removePicture(tx, pictureId);
    const link = `${env.url}/sign-up`;
    await postMail(tx, { to: email, ...composeMail(locale, "accountDeleted", { name, link }) });
  });
}

/** Their invitations, those to an earlier address too, and what audit logs keep beside their chains about this person. */
async function erasePersonalData(tx: Transaction, { userId, email }: Viewer): Promise<void> {
  const where = { OR: [{ email }, { acceptedById: userId }] };
  const invitations = await tx.invitation.findMany({ where, select: { id: true } });
  const ids = invitations.map(({ id }) => id);
  await eraseDetailsOf(tx, userId, ids);
  await tx.invitation.deleteMany({ where: { id: { in: ids } } });
}

async function part(tx: Transaction, { userId, device }: Viewer, { id: businessId, fate }: BusinessFate) {
  await tx.membership.delete({ where: { businessId_userId: { businessId, userId } }, select: { businessId: true } });
  if (fate === "closed") return closeBusiness(tx, { businessId, userId, device });
  await endPlaygroundKeys(tx, businessId, userId);
  await recordAudit(tx, { businessId, userId, device }, { action: "member.left", subject: userId });
}
