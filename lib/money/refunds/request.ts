import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { bankName } from "@/lib/money/top-ups/payment-code";
import { netPaid } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Payee, RefundOffer } from "./schema";

export const payeeContext = (refundId: string) => ({ purpose: "refund payee", owner: refundId });

const openRefund = (businessId: string) =>
  ({
    where: { businessId, status: "open" },
    select: { amountMilli: true, createdAt: true, approvedAt: true },
  }) as const;

/** The paid part of what is available, rounded down to whole đồng, since banks pay no fractions. */
async function findRefundable(tx: Transaction, businessId: string, availableMilli: bigint): Promise<bigint> {
  const paidMilli = await netPaid(tx, businessId);
  const refundableMilli = paidMilli < availableMilli ? paidMilli : availableMilli;
  return refundableMilli > 0n ? refundableMilli - (refundableMilli % 1000n) : 0n;
}

/** What an owner can ask to be refunded before archiving the business, and what was asked for. */
export async function getRefundOffer(member: Member): Promise<RefundOffer> {
  requirePermission(member, "business:archive");
  const { businessId } = member;
  const account = await db.walletAccount.findFirst({
    where: { businessId, kind: "available" },
    select: { balanceMilli: true },
  });
  return {
    refundableMilli: await findRefundable(db, businessId, account?.balanceMilli ?? 0n),
    open: await db.refundRequest.findFirst(openRefund(businessId)),
  };
}

/**
 * Takes the paid credit, which cannot be spent from then on. Returns the request's id. Throws INVALID_REQUEST for an
 * unknown bank, and CONFLICT while another request is open, a job runs or the business owes something, and where
 * nothing is to be refunded.
 */
export async function requestRefund(member: Member, payee: Payee): Promise<string> {
  requirePermission(member, "business:archive");
  if (bankName(payee.bin) === payee.bin) {
    throw new AppError("INVALID_REQUEST", { message: "refunds.bankRequired", param: "bin" });
  }
  const { businessId, userId } = member;
  const id = newId("refund");
  await db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId))) throw new AppError("NOT_FOUND");
    if (await tx.refundRequest.findFirst(openRefund(businessId))) {
      throw new AppError("CONFLICT", { message: "refunds.alreadyOpen" });
    }
    const { available, held, receivable } = await lockWallet(tx, businessId, ["suspense"]);
    if (held !== 0n) throw new AppError("CONFLICT", { message: "businesses.callsRunning" });
    if (receivable !== 0n) throw new AppError("CONFLICT", { message: "businesses.moneyOwed" });
    const amountMilli = await findRefundable(tx, businessId, available);
    if (amountMilli === 0n) throw new AppError("CONFLICT", { message: "refunds.nothing" });
    const debit = { businessId, kind: "available" } as const;
    await postTransfer(tx, { debit, credit: "suspense", amountMilli, kind: "refund", reference: `refund:${id}` });
    const encryptedPayee = encrypt(JSON.stringify(payee), payeeContext(id));
    const row = { id, businessId, requestedById: userId, amountMilli, encryptedPayee, createdAt: clock.now() };
    await tx.refundRequest.create({ data: { ...row, status: "open" }, select: { id: true } });
    const after = { amountMilli: String(amountMilli) };
    await recordAudit(tx, member, { action: "refund.requested", subject: id, after });
  });
  return id;
}
