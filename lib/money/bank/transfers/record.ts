import "server-only";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { closeByTransfer } from "@/lib/money/refunds/approve";
import { announceHeld, bankTransferMethod, creditPayment } from "@/lib/money/top-ups/credit";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock, minutes } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { accountsWith } from "./accounts";
import { contentOf, findReported, findSame } from "./find-same";
import { lockAccount, lockAmount } from "./lock";
import { chargeTo, takeFromBank } from "./outgoing";
import type { BankReport } from "./report";
import { encryptDetails, searchMarks } from "./report";
import { reverseCredited } from "./reverse";

export type RecordedTransfer = {
  transferId: string;
  /** False for a transfer that was reported before. */
  isNew: boolean;
  status: TransferStatus;
};

export type TransferStatus = "unmatched" | "credited" | "reversed" | "reversal" | "refund" | "own" | "void";
export type UnmatchedReason =
  | "no_code"
  | "several_codes"
  | "unknown_code"
  | "repeated_reference"
  | "large_amount"
  | "in_future"
  | "archived"
  | "unassigned";

/** How much later than now a bank may say that it booked a transfer. */
const maxAheadMs = minutes(10);

/**
 * Stores a transfer once for all its reports, and moves its money: into the business whose code its memo has, or to
 * `suspense`, where it waits for an operator. An outgoing transfer with the reference, account and amount of an
 * incoming one takes that back. Throws OtherContent.
 */
export async function recordBankTransfer(
  tx: Transaction,
  report: BankReport,
  notificationId?: string,
): Promise<RecordedTransfer> {
  const { source, sourceId, accountNumber, amountVnd } = report;
  await lockAccount(tx, accountNumber);
  await lockAmount(tx, amountVnd);
  const reported = await findReported(tx, report);
  if (reported) return { transferId: reported.id, isNew: false, status: reported.status as TransferStatus };
  const { same, resembled } = await findSame(tx, report);
  const { id: transferId, status } = same ?? (await create(tx, report, resembled?.id));
  const [content, createdAt] = [contentOf(report), clock.now()];
  const data = { source, sourceId, transferId, notificationId, accountNumber, content, createdAt };
  await tx.bankReport.create({ data, select: { source: true } });
  return { transferId, isNew: !same, status: status as TransferStatus };
}

const outcome = { id: true, status: true } as const;

async function create(tx: Transaction, report: BankReport, resemblesId: string | undefined) {
  const { direction, accountNumber, reference, amountVnd, occurredAt } = report;
  const id = newId("bankTransfer");
  const recordedAt = clock.now();
  const row = {
    id,
    direction,
    accountNumber,
    reference,
    amountVnd,
    occurredAt,
    encryptedDetails: encryptDetails(id, report),
    ...searchMarks(report),
    resemblesId,
    recordedAt,
  };
  await tx.bankTransfer.create({ data: { ...row, status: "unmatched" }, select: { id: true } });
  const isAhead = occurredAt.getTime() > recordedAt.getTime() + maxAheadMs;
  const doubt = isAhead ? "in_future" : resemblesId ? "repeated_reference" : undefined;
  const settled = await (direction === "in"
    ? settleIncoming(tx, id, report, doubt)
    : settleOutgoing(tx, id, report, doubt));
  const settledAt = settled.status === "unmatched" ? null : recordedAt;
  return tx.bankTransfer.update({ where: { id }, data: { ...settled, settledAt }, select: outcome });
}

type Settled = {
  status: TransferStatus;
  reason?: UnmatchedReason;
  businessId?: string;
  topUpId?: string;
  reversesId?: string;
};

/** `doubt`: why only a person can decide about it. */
type Doubt = UnmatchedReason | undefined;

async function settleIncoming(tx: Transaction, id: string, report: BankReport, doubt: Doubt): Promise<Settled> {
  const { amountVnd } = report;
  const reversal = doubt ? null : await findCounterpart(tx, report, "out");
  const match = reversal ? null : await findTopUp(tx, report.memo);
  const topUp = typeof match === "object" ? match : null;
  const isLarge = !doubt && topUp !== null && isLargeFor(topUp, amountVnd);
  if (topUp && !doubt && !isLarge && (await lockBusiness(tx, topUp.businessId))) {
    const { id: topUpId, businessId } = topUp;
    await creditPayment(tx, bankTransferMethod, { id, businessId, topUpId, amountVnd });
    return { status: "credited", businessId, topUpId };
  }
  const amountMilli = amountVnd * 1000n;
  const kind = "unmatched";
  await postTransfer(tx, { debit: "bank", credit: "suspense", amountMilli, kind, reference: `unmatched:${id}` });
  if (reversal) {
    const data = { status: "reversal", reversesId: id, settledAt: clock.now() };
    await tx.bankTransfer.update({ where: { id: reversal.id }, data, select: { id: true } });
    await chargeTo(tx, { id: reversal.id, amountVnd }, "suspense");
    return { status: "reversed" };
  }
  if (isLarge) await announceHeld(tx, { id, amountVnd, topUp });
  const reason = doubt ?? (typeof match === "string" ? match : isLarge ? "large_amount" : "archived");
  // Its top-up says that the payment is being checked. A repeat may be the payment that is there already.
  const isShown = isLarge || reason === "in_future";
  return { status: "unmatched", reason, ...(isShown && topUp && { topUpId: topUp.id }) };
}

/** More than three times what was asked for: a mistake, or a notification that the bank did not send. */
const isLargeFor = (topUp: { amountVnd: bigint }, amountVnd: bigint): boolean =>
  amountVnd > env.BANK_CHECK_ABOVE_VND || amountVnd > topUp.amountVnd * 3n;

async function settleOutgoing(tx: Transaction, id: string, report: BankReport, reason: Doubt): Promise<Settled> {
  const reversed = reason ? null : await findCounterpart(tx, report, "in");
  if (reversed && reversed.status !== "reversed") await reverseCredited(tx, reversed.id);
  const refund = reason || reversed ? null : await closeByTransfer(tx, { ...report, id });
  // Only what is a customer's is taken from customers' money: of any other an operator says what it was for.
  await takeFromBank(tx, { id, amountVnd: report.amountVnd }, reversed || refund ? "suspense" : "own");
  if (refund) return { status: "refund", ...refund };
  return reversed ? { status: "reversal", reversesId: reversed.id } : { status: "unmatched", reason };
}

/** The transfer in the other direction with the same reference and amount that nothing is linked to yet. */
async function findCounterpart(tx: Transaction, report: BankReport, direction: "in" | "out") {
  const { accountNumber, reference, amountVnd } = report;
  if (!reference) return null;
  const unlinked =
    direction === "in"
      ? { reversedBy: null, status: { notIn: ["own", "void"] } }
      : { status: "unmatched", reversesId: null };
  const where = { accountNumber: { in: accountsWith(accountNumber) }, reference, amountVnd, direction, ...unlinked };
  return tx.bankTransfer.findFirst({ where, orderBy: { id: "asc" }, select: outcome });
}

/** The top-up whose code the memo has, among all that were ever made; otherwise why there is none. */
async function findTopUp(tx: Transaction, memo: string) {
  const codes = findMemoCodes(memo);
  if (codes.length === 0) return "no_code";
  const select = { id: true, businessId: true, amountVnd: true } as const;
  const found = await tx.topUp.findMany({ where: { code: { in: codes } }, select });
  const [topUp, ...more] = found;
  if (!topUp) return "unknown_code";
  return more.length > 0 ? "several_codes" : topUp;
}
