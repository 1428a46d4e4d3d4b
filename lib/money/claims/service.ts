import "server-only";
import { recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { notifyDecision } from "@/lib/money/notify";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { ClaimRow, NewClaim } from "./schema";

/** Claims of one business that wait for a decision at the same time. */
const mostOpen = 10;

const claimColumns = {
  id: true,
  amountVnd: true,
  transferredAt: true,
  reference: true,
  note: true,
  status: true,
  decision: true,
  createdAt: true,
  decidedAt: true,
  messages: { orderBy: { id: "asc" }, select: { id: true, fromStaff: true, text: true, createdAt: true } },
} as const;

/** Returns the claim's id: the same open claim again is the first one. Throws CONFLICT when too many are open. */
export async function createClaim(member: Member, claim: NewClaim): Promise<string> {
  requirePermission(member, "billing:write");
  const { businessId, userId } = member;
  const facts = { ...claim, amountVnd: BigInt(claim.amountVnd) };
  return db.$transaction(async (tx) => {
    // One at a time for each business, so that a double click finds what the first one created.
    await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
    const open = await tx.bankClaim.findMany({ where: { businessId, status: "open" }, select: claimColumns });
    const { amountVnd, reference } = facts;
    const same = open.find(
      (other) =>
        other.amountVnd === amountVnd && other.reference === reference && +other.transferredAt === +facts.transferredAt,
    );
    if (same) return same.id;
    if (open.length >= mostOpen) {
      throw new AppError("CONFLICT", { message: "claims.tooMany", values: { most: mostOpen } });
    }
    const id = newId("bankClaim");
    const data = { id, businessId, createdById: userId, ...facts, status: "open", createdAt: clock.now() };
    await tx.bankClaim.create({ data, select: { id: true } });
    await recordAudit(tx, member, {
      action: "claim.created",
      subject: id,
      after: { amountMilli: claim.amountVnd * 1000 },
    });
    return id;
  });
}

export async function listClaims(member: Member): Promise<ClaimRow[]> {
  requirePermission(member, "billing:read");
  const rows = await db.bankClaim.findMany({
    where: { businessId: member.businessId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: claimColumns,
    take: 30,
  });
  return rows.map((row) => ({ ...row, status: row.status as ClaimRow["status"] }));
}

/** Throws NOT_FOUND for another business's claim, and CONFLICT once it is decided. */
export async function withdrawClaim(member: Member, id: string): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    const { count } = await tx.bankClaim.updateMany({
      where: { id, businessId, status: "open" },
      data: { status: "withdrawn", decidedAt: clock.now() },
    });
    if (count === 0) {
      const claim = await tx.bankClaim.findFirst({ where: { id, businessId }, select: { status: true } });
      if (claim?.status === "withdrawn") return;
      throw claim ? new AppError("CONFLICT", { message: "claims.decided" }) : new AppError("NOT_FOUND");
    }
    await recordAudit(tx, member, { action: "claim.withdrawn", subject: id });
  });
}

const mostMessages = 50;

/** Writes to the staff about an open claim. Throws NOT_FOUND for another business's claim, and CONFLICT once it is decided. */
export async function writeAsMember(member: Member, id: string, text: string): Promise<void> {
  requirePermission(member, "billing:write");
  const { businessId, userId } = member;
  await db.$transaction((tx) => writeMessage(tx, { id, businessId }, { authorId: userId, fromStaff: false, text }));
}

/** Writes to a claim's business, whose members are notified. Throws NOT_FOUND, and CONFLICT once it is decided. */
export async function writeAsStaff(operator: Operator, id: string, text: string): Promise<void> {
  requireOperatorRight(operator, "read");
  await db.$transaction(async (tx) => {
    const authorId = operator.via === "desk" ? operator.userId : null;
    const { businessId, amountVnd } = await writeMessage(tx, { id }, { authorId, fromStaff: true, text });
    const amountMilli = amountVnd * 1000n;
    await notifyDecision(tx, businessId, { kind: "claimMessage", amountMilli, reason: text });
    await recordPlatformAct(tx, operator, { action: "claim.answered", businessId, reason: "", about: { claimId: id } });
  });
}

type Written = { authorId: string | null; fromStaff: boolean; text: string };

async function writeMessage(tx: Transaction, where: { id: string; businessId?: string }, written: Written) {
  await tx.$queryRaw`SELECT id FROM bank_claims WHERE id = ${where.id} FOR UPDATE`;
  const select = { businessId: true, amountVnd: true, status: true, _count: { select: { messages: true } } } as const;
  const claim = await tx.bankClaim.findFirst({ where, select });
  if (!claim) throw new AppError("NOT_FOUND");
  if (claim.status !== "open") throw new AppError("CONFLICT", { message: "claims.decided" });
  if (claim._count.messages >= mostMessages)
    throw new AppError("CONFLICT", { message: "claims.tooManyMessages", values: { most: mostMessages } });
  const data = { id: newId("claimMessage"), claimId: where.id, ...written, createdAt: clock.now() };
  await tx.claimMessage.create({ data, select: { id: true } });
  return claim;
}
