import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { splitRefund } from "@/lib/money/invoices/amounts";
import { listPaymentsLeft } from "@/lib/money/invoices/changes";
import { payIn } from "@/lib/money/top-ups/credit";
import { bankName } from "@/lib/money/top-ups/payment-code";
import { netPaid } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Payee, RefundOffer, RefundRow, RefundStatus } from "./schema";

export const payeeContext = (refundId: string) => ({ purpose: "refund payee", owner: refundId });

const openRefund = (businessId: string) =>
  ({ where: { businessId, status: "open" }, select: { amountMilli: true, approvedAt: true } }) as const;

/** The paid part of what is available, rounded down to whole đồng, since banks pay no fractions. */
async function findRefundable(tx: Transaction, businessId: string, availableMilli: bigint): Promise<bigint> {
  const paidMilli = await netPaid(tx, businessId);
  const refundableMilli = paidMilli < availableMilli ? paidMilli : availableMilli;
  return refundableMilli > 0n ? refundableMilli - (refundableMilli % 1000n) : 0n;
}

/** What an owner can ask to be refunded, and the payments that it would be taken from. */
export async function getRefundOffer(member: Member): Promise<RefundOffer> {
  requirePermission(member, "business:archive");
  const { businessId } = member;
  const where = { businessId, kind: "available" } as const;
  const account = await db.walletAccount.findFirst({ where, select: { balanceMilli: true } });
  const availableMilli = account?.balanceMilli ?? 0n;
  const refundableMilli = await findRefundable(db, businessId, availableMilli);
  const payments = refundableMilli > 0n ? await listPaymentsLeft(db, businessId) : [];
  const { parts } = splitRefund(payments, refundableMilli / 1000n);
  return { refundableMilli, availableMilli, payments: parts.map(({ takenVnd: _, ...payment }) => payment) };
}

export async function findOpenRefund(member: Member): Promise<{ amountMilli: bigint; approvedAt: Date | null } | null> {
  requirePermission(member, "billing:read");
  return db.refundRequest.findFirst(openRefund(member.businessId));
}

const mostListed = 50;

/** A business's refunds, the newest first. */
export async function listRefunds(member: Member): Promise<RefundRow[]> {
  requirePermission(member, "billing:read");
  const rows = await db.refundRequest.findMany({
    where: { businessId: member.businessId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: {
      id: true,
      amountMilli: true,
      status: true,
      decision: true,
      createdAt: true,
      approvedAt: true,
      decidedAt: true,
      reopenedFromId: true,
      requestedBy: { select: { name: true } },
    },
    take: mostListed,
  });
  return rows.map(({ approvedAt, reopenedFromId, requestedBy, status, ...row }) => ({
    ...row,
    status: status === "open" && approvedAt ? "approved" : (status as RefundStatus),
    requestedBy: requestedBy?.name ?? null,
    canWithdraw: waits({ status, approvedAt, reopenedFromId }),
  }));
}

/** Once it is approved someone may be paying it; once a transfer had paid it the money has left the bank. */
const waits = ({ status, approvedAt, reopenedFromId }: Waiting) =>
  status === "open" && approvedAt === null && reopenedFromId === null;

type Waiting = { status: string; approvedAt: Date | null; reopenedFromId: string | null };

/** `amountVnd`: all that can be refunded unless it is given. */
type Wanted = { amountVnd?: bigint; formToken?: string };

/**
 * Takes paid credit, which cannot be spent from then on. Returns the request's id, the same for a form sent twice. Throws
 * INVALID_REQUEST for an unknown bank and for more than can be refunded, and CONFLICT while another request is open or the
 * business owes something, and where nothing is to be refunded.
 */
export async function requestRefund(
  member: Member,
  payee: Payee,
  { amountVnd, formToken }: Wanted = {},
): Promise<string> {
  requirePermission(member, "business:archive");
  if (bankName(payee.bin) === payee.bin) {
    throw new AppError("INVALID_REQUEST", { message: "refunds.bankRequired", param: "bin" });
  }
  const { businessId, userId } = member;
  return db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId))) throw new AppError("NOT_FOUND");
    const same = formToken
      ? await tx.refundRequest.findUnique({
          where: { businessId_formToken: { businessId, formToken } },
          select: { id: true },
        })
      : null;
    if (same) return same.id;
    if (await tx.refundRequest.findFirst(openRefund(businessId))) {
      throw new AppError("CONFLICT", { message: "refunds.alreadyOpen" });
    }
    const { available, receivable } = await lockWallet(tx, businessId, ["suspense"]);
    if (receivable !== 0n) throw new AppError("CONFLICT", { message: "businesses.moneyOwed" });
    const refundableMilli = await findRefundable(tx, businessId, available);
    if (refundableMilli === 0n) throw new AppError("CONFLICT", { message: "refunds.nothing" });
    const amountMilli = amountVnd === undefined ? refundableMilli : amountVnd * 1000n;
    if (amountMilli > refundableMilli)
      throw new AppError("INVALID_REQUEST", { message: "refunds.tooMuch", param: "amountVnd" });
    const id = newId("refund");
    const debit = { businessId, kind: "available" } as const;
    await postTransfer(tx, { debit, credit: "suspense", amountMilli, kind: "refund", reference: `refund:${id}` });
    const encryptedPayee = encrypt(JSON.stringify(payee), payeeContext(id));
    const row = {
      id,
      businessId,
      requestedById: userId,
      amountMilli,
      encryptedPayee,
      formToken,
      createdAt: clock.now(),
    };
    await tx.refundRequest.create({ data: { ...row, status: "open" }, select: { id: true } });
    const after = { amountMilli: String(amountMilli) };
    await recordAudit(tx, member, { action: "refund.requested", subject: id, after });
    return id;
  });
}

/**
 * Returns the amount to what the business owes and to its credit, and erases the account to pay to; repeated, it does
 * nothing. Throws NOT_FOUND for another business's refund, and CONFLICT once the staff approved or decided it.
 */
export async function withdrawRefund(member: Member, id: string): Promise<void> {
  requirePermission(member, "business:archive");
  const { businessId } = member;
  await db.$transaction(async (tx) => {
    // The refund is locked before its business, as where the staff decides it.
    await tx.$queryRaw`SELECT id FROM refund_requests WHERE id = ${id} AND business_id = ${businessId} FOR UPDATE`;
    const refund = await tx.refundRequest.findFirst({ where: { id, businessId } });
    if (!refund) throw new AppError("NOT_FOUND", { message: "refunds.unknown" });
    if (refund.status === "withdrawn") return;
    if (!waits(refund)) throw new AppError("CONFLICT", { message: "refunds.decided" });
    if (!(await lockBusiness(tx, businessId))) throw new AppError("NOT_FOUND");
    const { amountMilli } = refund;
    const reference = `refund:${id}:withdrawn`;
    await payIn(tx, { debit: "suspense", kind: "refund" }, { businessId, amountMilli, reference });
    const data = { status: "withdrawn", decidedAt: clock.now(), encryptedPayee: "" };
    await tx.refundRequest.update({ where: { id }, data, select: { id: true } });
    const after = { amountMilli: String(amountMilli) };
    await recordAudit(tx, member, { action: "refund.withdrawn", subject: id, after });
  });
}
