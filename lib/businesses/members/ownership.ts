import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { findRole, lockAs, lockMembers } from "@/lib/access/businesses/lock";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import { isEmailAllowed } from "@/lib/platform/mail/request-quota";
import type { Offer } from "./schema";

export const offerDays = 7;

/** Each is an email to the one it is made to. */
export const mostOffersADay = 5;

const unanswered = { confirmedAt: null, cancelledAt: null } as const;
const offerColumns = {
  id: true,
  shared: true,
  expiresAt: true,
  from: { select: { id: true, name: true } },
  to: { select: { id: true, name: true } },
} as const;

export type OpenOffer = {
  id: string;
  shared: boolean;
  expiresAt: Date;
  from: { id: string; name: string };
  to: { id: string; name: string };
};

/** The business's open offer, for the owners and its recipient; null for everyone else. */
export async function findOffer(member: Member): Promise<OpenOffer | null> {
  requirePermission(member, "members:read");
  const where = { businessId: member.businessId, ...unanswered, expiresAt: { gt: clock.now() } };
  const offer = await db.ownershipTransfer.findFirst({ where, select: offerColumns });
  return offer && (member.role === "owner" || offer.to.id === member.userId) ? offer : null;
}

/** Throws NOT_FOUND for a non-member, CONFLICT for an owner and while an offer is open, and TOO_MANY_ATTEMPTS. */
export async function offerOwnership(member: Member, { userId, shared }: Offer): Promise<void> {
  requirePermission(member, "business:transfer");
  const now = clock.now();
  const id = newId("ownershipTransfer");
  const { businessId } = member;
  const to = await db.membership.findUnique({
    where: { businessId_userId: { businessId, userId } },
    select: { user: { select: { email: true } } },
  });
  // The console shows the offer in any case.
  const isMailed = to !== null && (await isEmailAllowed(to.user.email));
  await db.$transaction(async (tx) => {
    await lockAs(tx, member, "business:transfer");
    const role = await findRole(tx, businessId, userId);
    if (!role) throw new AppError("NOT_FOUND", { message: "members.unknown" });
    if (role === "owner") throw new AppError("CONFLICT", { message: "members.ownerAlready" });
    await requireNoOffer(tx, businessId);
    const today = { businessId, createdAt: { gt: new Date(+now - days(1)) } };
    if ((await tx.ownershipTransfer.count({ where: today })) >= mostOffersADay) throw new AppError("TOO_MANY_ATTEMPTS");
    const expiresAt = new Date(now.getTime() + days(offerDays));
    await tx.ownershipTransfer.create({
      data: { id, businessId, fromId: member.userId, toId: userId, shared, createdAt: now, expiresAt },
      select: { id: true },
    });
    await recordAudit(tx, member, { action: "ownership.offered", subject: userId, after: { shared } });
    if (isMailed) await mailOffer(tx, id);
  });
}

async function requireNoOffer(tx: Transaction, businessId: string): Promise<void> {
  const now = clock.now();
  await tx.ownershipTransfer.updateMany({
    where: { businessId, ...unanswered, expiresAt: { lte: now } },
    data: { cancelledAt: now },
  });
  const open = await tx.ownershipTransfer.count({ where: { businessId, ...unanswered } });
  if (open > 0) throw new AppError("CONFLICT", { message: "members.offerOpen" });
}

/** The recipient confirms: they are an owner from their next request on. */
export async function confirmOwnership(member: Member, id: string): Promise<void> {
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    await lockMembers(tx, businessId);
    const offer = await getOffer(tx, businessId, id);
    const [giver, taker] = [await findRole(tx, businessId, offer.from.id), await findRole(tx, businessId, offer.to.id)];
    const isTheirs = offer.to.id === member.userId && taker !== null;
    if (!isTheirs || giver !== "owner") throw new AppError("NOT_FOUND", { message: "members.offerGone" });

    await tx.ownershipTransfer.update({ where: { id }, data: { confirmedAt: clock.now() }, select: { id: true } });
    await setRole(tx, businessId, offer.to.id, "owner");
    if (!offer.shared) await setRole(tx, businessId, offer.from.id, "admin");
    const [before, after] = [taker, offer.shared ? "owner" : "admin"];
    await recordAudit(tx, member, {
      action: "ownership.taken",
      subject: offer.from.id,
      before: { [offer.from.id]: "owner", [offer.to.id]: before },
      after: { [offer.from.id]: after, [offer.to.id]: "owner" },
    });
  });
}

const setRole = (tx: Transaction, businessId: string, userId: string, role: "owner" | "admin") =>
  tx.membership.update({
    where: { businessId_userId: { businessId, userId } },
    data: { role },
    select: { role: true },
  });

/** Owners take an offer back; its recipient declines it. */
export async function cancelOffer(member: Member, id: string): Promise<void> {
  const { businessId, userId } = member;
  await db.$transaction(async (tx) => {
    await lockMembers(tx, businessId);
    const offer = await getOffer(tx, businessId, id);
    const role = await findRole(tx, businessId, userId);
    if (role !== "owner" && offer.to.id !== userId) throw new AppError("NOT_FOUND", { message: "members.offerGone" });
    await tx.ownershipTransfer.update({ where: { id }, data: { cancelledAt: clock.now() }, select: { id: true } });
    const action = offer.to.id === userId ? "ownership.declined" : "ownership.offer_cancelled";
    await recordAudit(tx, member, { action, subject: offer.to.id });
  });
}

async function getOffer(tx: Transaction, businessId: string, id: string): Promise<OpenOffer> {
  const where = { id, businessId, ...unanswered, expiresAt: { gt: clock.now() } };
  const offer = await tx.ownershipTransfer.findFirst({ where, select: offerColumns });
  if (!offer) throw new AppError("NOT_FOUND", { message: "members.offerGone" });
  return offer;
}

/** An offer is void once one of its two sides has left or changed. */
export async function cancelOffersOf(tx: Transaction, businessId: string, userId: string): Promise<void> {
  await tx.ownershipTransfer.updateMany({
    where: { businessId, ...unanswered, OR: [{ fromId: userId }, { toId: userId }] },
    data: { cancelledAt: clock.now() },
  });
}

/** The email holds no link that accepts the offer: that is done in the console. */
export async function mailOffer(tx: Transaction, id: string): Promise<void> {
  const { business, from, to } = await tx.ownershipTransfer.findUniqueOrThrow({
    where: { id },
    select: {
      business: { select: { name: true, slug: true } },
      from: { select: { name: true } },
      to: { select: { name: true, email: true, locale: true } },
    },
  });
  const link = `${env.url}/console/${business.slug}/members`;
  const values = { name: to.name, owner: from.name, business: business.name, link };
  await postMail(tx, { to: to.email, ...composeMail(to.locale, "ownership", values) });
}
