import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { isErased, lockBusiness } from "@/lib/access/businesses/lock";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { closed, lockUnmatchedOutgoing, recordClosing } from "@/lib/money/bank/transfers/close";
import {
  type LockedTransfer,
  listConcerned,
  listReopened,
  lockForDecision,
  stateOf,
} from "@/lib/money/bank/transfers/lock";
import { chargeTo, type Payer } from "@/lib/money/bank/transfers/outgoing";
import { changeByRefund } from "@/lib/money/invoices/changes";
import { notifyDecision } from "@/lib/money/notify";
import { payIn } from "@/lib/money/top-ups/credit";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { boundsOf, vietnamDate } from "@/lib/platform/vietnam-time";

type Payout = {
  /** The bank's outgoing transfer, which is then no longer unmatched. */
  transferId?: string;
  /** Why there is none, such as a payment from an account that no provider watches. */
  withoutTransfer?: string;
  reason: string;
  seen?: string;
};

type Payment = { id: string } & Omit<Payout, "reason" | "seen">;

type Decidable = { status: string; approvedAt: Date | null; reopenedFromId: string | null };

/** Changes when the refund is approved, paid, rejected or open again. */
export const refundState = ({ status, approvedAt, reopenedFromId }: Decidable): string =>
  [status, Number(approvedAt), reopenedFromId ?? ""].join(".");

export const payRefundAct: MoneyAct<Payment, void> = {
  kind: "refund.pay",
  input: z.object({ id: z.string(), transferId: z.string().optional(), withoutTransfer: z.string().optional() }),
  async plan(tx, { id, transferId, withoutTransfer }) {
    if (!transferId && !withoutTransfer) throw new StaffError("operator.errors.noTransferNamed");
    const transfer = transferId ? await lockForDecision(tx, transferId) : null;
    const refund = await lockOpenRefund(tx, id);
    const { businessId, amountMilli } = refund;
    const businessIds = [businessId, ...(transfer ? await listConcerned(tx, transfer) : [])];
    const about = { refundId: id, ...(transferId && { transferId }), ...(withoutTransfer && { withoutTransfer }) };
    return { businessIds, amountVnd: amountMilli / 1000n, about, state: refundState(refund) };
  },
  async carryOut(tx, { id, transferId, withoutTransfer }, { operator, reason }) {
    if (transferId) return closeWith(tx, operator, await lockForDecision(tx, transferId), { id, reason });
    const { businessId, amountMilli } = await lockOpenRefund(tx, id);
    await checkNothingOwed(tx, businessId);
    // Paid with money that no recorded transfer moved, so that `suspense` keeps only what is still a customer's.
    const reference = `refund:${id}:paid`;
    await postTransfer(tx, { debit: "suspense", credit: "own", amountMilli, kind: "refund", reference });
    await endRefund(tx, operator, { id, status: "paid", reason, withoutTransfer });
  },
};

/** Throws StaffError unless it is open, with an unmatched outgoing transfer of its amount or `withoutTransfer`. */
export const closePaidRefund = (operator: Operator, id: string, { reason, seen, ...payment }: Payout) =>
  perform(payRefundAct, operator, { id, ...payment }, reason, seen);

type Closing = { transferId: string; refundId?: string };

async function lockClosing(tx: Transaction, { transferId, refundId }: Closing) {
  const transfer = await lockUnmatchedOutgoing(tx, transferId);
  const id = refundId ?? (await findOnlyRefund(tx, transfer.amountVnd));
  return { transfer, id, refund: await lockRefund(tx, id) };
}

export const closeRefundAct: MoneyAct<Closing, void> = {
  kind: "transfer.closeRefund",
  input: z.object({ transferId: z.string(), refundId: z.string().optional() }),
  async plan(tx, input) {
    const { transfer, id, refund } = await lockClosing(tx, input);
    const about = { transferId: transfer.id, refundId: id };
    const state = `${stateOf(transfer)} ${refundState(refund)}`;
    const businessIds = [refund.businessId, ...(await listConcerned(tx, transfer))];
    return { businessIds, amountVnd: transfer.amountVnd, about, state };
  },
  async carryOut(tx, input, { operator, reason }) {
    const { transfer, id, refund } = await lockClosing(tx, input);
    const { id: transferId, amountVnd } = transfer;
    const { businessId } = refund;
    const about = { refundId: id };
    const act = { id: transferId, amountVnd, reason, as: "refund", businessId, about } as const;
    if (refund.status === "open") await closeWith(tx, operator, transfer, { id, reason });
    else {
      if (refund.status !== "paid" || refund.transferId || refund.amountMilli !== amountVnd * 1000n) {
        throw new StaffError("operator.errors.refundOtherAmount", { id, amount: String(amountVnd) });
      }
      const wasPosted = (await tx.transfer.count({ where: { reference: `refund:${id}:paid` } })) > 0;
      await linkTransfer(tx, { transferId, amountVnd, businessId, payer: wasPosted ? "own" : "suspense", reason });
      await tx.refundRequest.update({ where: { id }, data: { transferId }, select: { id: true } });
    }
    await recordClosing(tx, operator, act);
  },
};

/**
 * Closes an unmatched outgoing transfer that paid a refund, also one that was closed without its transfer. Without
 * `refundId`, the only one of its amount. Throws StaffError for any other transfer or refund.
 */
export const closeAsRefund = (
  operator: Operator,
  transferId: string,
  { refundId, reason, seen }: { refundId?: string; reason: string; seen?: string },
) => perform(closeRefundAct, operator, { transferId, refundId }, reason, seen);

async function findOnlyRefund(tx: Transaction, amountVnd: bigint): Promise<string> {
  const where = { amountMilli: amountVnd * 1000n, status: { in: ["open", "paid"] }, transferId: null };
  const [first, ...more] = await tx.refundRequest.findMany({ where, select: { id: true } });
  if (!first) throw new StaffError("operator.errors.noRefundOfAmount", { amount: String(amountVnd) });
  if (more.length > 0) throw new StaffError("operator.errors.severalRefunds", { amount: String(amountVnd) });
  return first.id;
}

/** The transfer is locked before the business, as when a report of it is recorded. */
async function closeWith(
  tx: Transaction,
  operator: Operator,
  { id: transferId, direction, status, amountVnd }: LockedTransfer,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  const { businessId, amountMilli } = await lockOpenRefund(tx, id);
  await checkNothingOwed(tx, businessId);
  if (direction !== "out" || status !== "unmatched" || amountVnd * 1000n !== amountMilli) {
    throw new StaffError("operator.errors.notOutgoingOfAmount", {
      id: transferId,
      amount: String(amountMilli / 1000n),
    });
  }
  await linkTransfer(tx, { transferId, amountVnd, businessId, payer: "suspense", reason });
  await endRefund(tx, operator, { id, status: "paid", reason, transferId });
}

type Linked = { transferId: string; amountVnd: bigint; businessId: string; payer: Payer; reason: string };

async function linkTransfer(tx: Transaction, { transferId: id, amountVnd, businessId, payer, reason }: Linked) {
  await chargeTo(tx, { id, amountVnd }, payer);
  const data = { ...closed("refund", reason), businessId };
  await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
}

/** A debt is paid by rejecting the refund. Throws StaffError. */
export async function checkNothingOwed(tx: Transaction, businessId: string): Promise<void> {
  await lockBusiness(tx, businessId);
  if ((await lockWallet(tx, businessId, ["own", "suspense"])).receivable !== 0n) {
    throw new StaffError("operator.errors.refundWhileOwing", { business: businessId });
  }
}

export const rejectRefundAct: MoneyAct<{ id: string }, void> = {
  kind: "refund.reject",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    // The transfer is locked before the refund, as when it pays it.
    const known = await tx.refundRequest.findUnique({
      where: { id },
      select: { reopenedFromId: true, businessId: true, amountMilli: true },
    });
    if (known?.reopenedFromId) {
      // It names only the last transfer that had paid it.
      const earlier = await listReopened(tx, known.businessId, known.amountMilli / 1000n);
      for (const transfer of new Set([...earlier, known.reopenedFromId])) {
        // The money has left the bank, so the refund counts as paid until it is known what else the transfer was.
        const { status } = await lockForDecision(tx, transfer);
        if (status === "unmatched") throw new StaffError("operator.errors.refundWasPaid", { id, transfer });
      }
    }
    const refund = await lockOpenRefund(tx, id);
    const { businessId, amountMilli, reopenedFromId } = refund;
    const about = { refundId: id, ...(reopenedFromId && { transferId: reopenedFromId }) };
    // The person who says that a transfer paid something else does not credit alone what it had paid, however little it is.
    const needsSecond = reopenedFromId !== null;
    return {
      businessIds: [businessId],
      amountVnd: amountMilli / 1000n,
      needsSecond,
      about,
      state: refundState(refund),
    };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountMilli } = await lockOpenRefund(tx, id);
    const isArchived = !(await lockBusiness(tx, businessId));
    const { receivable } = await lockWallet(tx, businessId, ["suspense"]);
    if (isArchived && amountMilli > -receivable && (await isErased(tx, businessId)))
      throw new StaffError("operator.errors.refundErased", { id });
    const reference = `refund:${id}:rejected`;
    await payIn(tx, { debit: "suspense", kind: "refund" }, { businessId, amountMilli, reference });
    await endRefund(tx, operator, { id, status: "rejected", reason });
  },
};

/**
 * Returns the amount to what the business owes and to its credit. Throws StaffError unless the refund is open, and where
 * the credit would be that of a business which no one can restore. One that a transfer had paid needs a second person.
 */
export const rejectRefund = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(rejectRefundAct, operator, { id }, reason, seen);

/** Locks the refund, so that it is decided once. */
async function lockRefund(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM refund_requests WHERE id = ${id} FOR UPDATE`;
  const refund = await tx.refundRequest.findUnique({ where: { id } });
  if (!refund) throw new StaffError("operator.errors.noRefund", { id });
  return refund;
}

/** Throws StaffError once it is decided. */
export async function lockOpenRefund(tx: Transaction, id: string) {
  const refund = await lockRefund(tx, id);
  if (refund.status !== "open") throw new StaffError("operator.errors.refundDecided", { id, status: refund.status });
  return refund;
}

type Decided = {
  id: string;
  status: "paid" | "rejected";
  reason: string;
  transferId?: string;
  withoutTransfer?: string;
};

async function endRefund(tx: Transaction, operator: Operator, decided: Decided): Promise<void> {
  const { id, status, reason, transferId, withoutTransfer } = decided;
  // Of a payment it is part of the voucher, which is kept; of a rejected refund it is needed no more.
  const payee = status === "rejected" ? { encryptedPayee: "" } : {};
  const { businessId, amountMilli } = await tx.refundRequest.update({
    where: { id },
    data: { status, decision: reason, decidedAt: clock.now(), transferId: transferId ?? null, ...payee },
    select: { businessId: true, amountMilli: true },
  });
  const action = `refund.${status}` as const;
  const paid = { ...(transferId && { transferId }), ...(withoutTransfer && { withoutTransfer }) };
  const about = { refundId: id, amountMilli: String(amountMilli), ...paid };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about });
  const kind = status === "paid" ? "refundPaid" : "refundRejected";
  await notifyDecision(tx, businessId, { kind, amountMilli, reason });
  const after = { amountMilli: String(amountMilli), reason };
  await recordAudit(tx, operatorIn(businessId), { action, subject: id, after });
  if (status === "paid") await changeByRefund(tx, { id, businessId, amountMilli, reason });
}

/** A voucher of a payment is kept for ten years after the year in which it was made. */
const voucherYears = 10;

/** Erases the accounts that refunds were paid to once their vouchers need not be kept any more. */
export async function erasePayees(): Promise<void> {
  const year = Number(vietnamDate(clock.now()).slice(0, 4)) - voucherYears;
  const { from: begins } = boundsOf(new Date(`${year}-01-01T00:00:00Z`));
  await db.refundRequest.updateMany({
    where: { status: { not: "open" }, encryptedPayee: { not: "" }, decidedAt: { lt: begins } },
    data: { encryptedPayee: "" },
  });
}
