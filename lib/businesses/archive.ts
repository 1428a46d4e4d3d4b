import "server-only";
import { type Actor, recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Viewer } from "@/lib/access/principals/viewer";
import { forfeitCredit } from "@/lib/money/wallet/grants";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { requireRoom } from "./open";

/**
 * Its members lose access, its keys are revoked and the credit it was given is taken back. Throws INVALID_REQUEST at
 * the field `name` unless that is the business's name, CONFLICT while a request runs, and with debt or paid credit.
 */
export async function archiveBusiness(member: Member, name: string): Promise<void> {
  requirePermission(member, "business:archive");
  await db.$transaction(async (tx) => {
    const business = await tx.business.findUniqueOrThrow({ where: { id: member.businessId }, select: { name: true } });
    if (business.name !== name)
      throw new AppError("INVALID_REQUEST", { message: "businesses.nameDiffers", param: "name" });
    await closeBusiness(tx, member);
  });
}

/** The same as a part of something larger, such as deleting its only member's account. Throws CONFLICT likewise. */
export async function closeBusiness(tx: Transaction, actor: Actor): Promise<void> {
  const { businessId } = actor;
  const now = clock.now();
  const { count } = await tx.business.updateMany({
    where: { id: businessId, archivedAt: null },
    data: { archivedAt: now },
  });
  if (count === 0) throw new AppError("NOT_FOUND");
  const keys = await tx.apiKey.updateMany({ where: { businessId, revokedAt: null }, data: { revokedAt: now } });
  const forfeitedMilli = await forfeitCredit(tx, businessId, `forfeit:${businessId}:${+now}`);
  const after = { revokedKeys: keys.count, forfeitedMilli: String(forfeitedMilli) };
  await recordAudit(tx, actor, { action: "business.archived", after });
}

/** `availableMilli`: a refund that was rejected after the business was archived. `refundMilli`: one that is open. */
export type ArchivedBusiness = {
  slug: string;
  name: string;
  archivedAt: Date;
  availableMilli: bigint;
  refundMilli: bigint;
};

export async function listArchived({ userId }: Viewer): Promise<ArchivedBusiness[]> {
  const businesses = await db.business.findMany({
    where: { archivedAt: { not: null }, memberships: { some: { userId, role: "owner" } } },
    orderBy: { archivedAt: "desc" },
    select: {
      slug: true,
      name: true,
      archivedAt: true,
      accounts: { where: { kind: "available" }, select: { balanceMilli: true } },
      refundRequests: { where: { status: "open" }, select: { amountMilli: true } },
    },
  });
  return businesses.flatMap(({ archivedAt, accounts, refundRequests, ...rest }) => {
    if (!archivedAt) return [];
    const availableMilli = accounts[0]?.balanceMilli ?? 0n;
    return [{ ...rest, archivedAt, availableMilli, refundMilli: refundRequests[0]?.amountMilli ?? 0n }];
  });
}

/** Restores no keys or credit. Throws NOT_FOUND unless it is archived and the viewer's, CONFLICT at the limit. */
export async function restoreBusiness({ userId, device }: Viewer, slug: string): Promise<void> {
  await db.$transaction(async (tx) => {
    await requireRoom(tx, userId);
    const [restored] = await tx.business.updateManyAndReturn({
      where: { slug, archivedAt: { not: null }, memberships: { some: { userId, role: "owner" } } },
      data: { archivedAt: null },
      select: { id: true },
    });
    if (!restored) throw new AppError("NOT_FOUND");
    await recordAudit(tx, { businessId: restored.id, userId, device }, { action: "business.restored" });
  });
}
