import "server-only";
import { createHash } from "node:crypto";
import { creditPayment } from "@/lib/billing/top-ups/credit";
import { findMemoCodes } from "@/lib/billing/top-ups/memo-code";
import { bankTransferMethod } from "@/lib/billing/top-ups/payment-method";
import { lockBusiness } from "@/lib/businesses/lock";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { encryptDetails } from "./details";
import type { BankReport } from "./report";
import { reverseCredited } from "./reverse";

export type RecordedTransfer = {
  transferId: string;
  /** False for a transfer that was reported before. */
  isNew: boolean;
  status: TransferStatus;
};

export type TransferStatus = "unmatched" | "credited" | "reversed" | "reversal" | "refund";
export type UnmatchedReason = "no_code" | "several_codes" | "unknown_code" | "repeated_reference" | "archived";

const outcome = { id: true, status: true } as const;

/**
 * Stores a transfer that a source reports, once for all its reports, and moves its money: into the business whose code
 * its memo has, or to `suspense`, where it waits for an operator. An outgoing transfer with the reference, account and
 * amount of an incoming one takes that back.
 */
export async function recordBankTransfer(
  tx: Transaction,
  report: BankReport,
  notificationId?: string,
): Promise<RecordedTransfer> {
  const { source, sourceId, accountNumber } = report;
  // One transfer at a time for each account: its reports arrive together, from several processes and in any order.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`bank account ${accountNumber}`}, 0))::text`;
  const where = { source_sourceId: { source, sourceId } };
  const reported = await tx.bankReport.findUnique({ where, select: { transfer: { select: outcome } } });
  const known = reported?.transfer ?? (await findSame(tx, report));
  const { id: transferId, status } = known ?? (await create(tx, report));
  if (!reported) {
    const data = { source, sourceId, transferId, notificationId, createdAt: clock.now() };
    await tx.bankReport.create({ data, select: { source: true } });
  }
  return { transferId, isNew: !known, status: status as TransferStatus };
}

/** Without a reference of the bank, what else the sources say about the transfer. */
const keyOf = ({ accountNumber, reference, amountVnd, direction, occurredAt, memo }: BankReport): string => {
  const same = [accountNumber, direction, amountVnd, reference];
  if (reference) return same.join("|");
  return [...same, occurredAt.toISOString(), createHash("sha256").update(memo).digest("base64url")].join("|");
};

const alike = (report: BankReport) => ({ dedupeKey: { startsWith: `${keyOf(report)}|` } });

/** The same transfer as another source reported it: of those that look alike, one that this source has not reported. */
function findSame(tx: Transaction, report: BankReport) {
  return tx.bankTransfer.findFirst({
    where: { ...alike(report), reports: { none: { source: report.source } } },
    orderBy: { id: "asc" },
    select: outcome,
  });
}

async function create(tx: Transaction, report: BankReport) {
  const { direction, accountNumber, reference, amountVnd, occurredAt } = report;
  const id = newId("bankTransfer");
  const dedupeKey = `${keyOf(report)}|${id}`;
  // A source that gives one transfer two ids must not get it credited twice; two that share a reference must not be lost.
  const isRepeated = reference !== "" && (await tx.bankTransfer.count({ where: alike(report) })) > 0;
  const encryptedDetails = encryptDetails(id, report);
  const recordedAt = clock.now();
  const row = {
    id,
    direction,
    accountNumber,
    reference,
    amountVnd,
    occurredAt,
    dedupeKey,
    encryptedDetails,
    recordedAt,
  };
  await tx.bankTransfer.create({ data: { ...row, status: "unmatched" }, select: { id: true } });
  const settled = await (direction === "in"
    ? settleIncoming(tx, id, report, isRepeated)
    : settleOutgoing(tx, id, report));
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

async function settleIncoming(tx: Transaction, id: string, report: BankReport, isRepeated: boolean): Promise<Settled> {
  const { amountVnd } = report;
  const reversal = await findCounterpart(tx, report, "out");
  const match = reversal ? null : isRepeated ? "repeated_reference" : await findTopUp(tx, report.memo);
  if (typeof match === "object" && match && (await lockBusiness(tx, match.businessId))) {
    const { id: topUpId, businessId } = match;
    await creditPayment(tx, bankTransferMethod, { id, businessId, topUpId, amountVnd });
    return { status: "credited", businessId, topUpId };
  }
  const amountMilli = amountVnd * 1000n;
  const kind = "unmatched";
  await postTransfer(tx, { debit: "bank", credit: "suspense", amountMilli, kind, reference: `unmatched:${id}` });
  if (!reversal) return { status: "unmatched", reason: typeof match === "string" ? match : "archived" };
  const data = { status: "reversal", reversesId: id, settledAt: clock.now() };
  await tx.bankTransfer.update({ where: { id: reversal.id }, data, select: { id: true } });
  return { status: "reversed" };
}

async function settleOutgoing(tx: Transaction, id: string, report: BankReport): Promise<Settled> {
  const reversed = await findCounterpart(tx, report, "in");
  if (reversed && reversed.status !== "reversed") await reverseCredited(tx, reversed.id);
  const amountMilli = report.amountVnd * 1000n;
  const kind = "unmatched";
  await postTransfer(tx, { debit: "suspense", credit: "bank", amountMilli, kind, reference: `unmatched:${id}` });
  return reversed ? { status: "reversal", reversesId: reversed.id } : { status: "unmatched" };
}

/** The transfer in the other direction with the same account, reference and amount that nothing is linked to yet. */
async function findCounterpart(tx: Transaction, report: BankReport, direction: "in" | "out") {
  const { accountNumber, reference, amountVnd } = report;
  if (!reference) return null;
  const unlinked = direction === "in" ? { reversedBy: null } : { status: "unmatched", reversesId: null };
  const where = { accountNumber, reference, amountVnd, direction, ...unlinked };
  return tx.bankTransfer.findFirst({ where, orderBy: { id: "asc" }, select: outcome });
}

/** The top-up whose code the memo has, among all that were ever made; otherwise why there is none. */
async function findTopUp(tx: Transaction, memo: string) {
  const codes = findMemoCodes(memo);
  if (codes.length === 0) return "no_code";
  const found = await tx.topUp.findMany({ where: { code: { in: codes } }, select: { id: true, businessId: true } });
  const [topUp, ...more] = found;
  if (!topUp) return "unknown_code";
  return more.length > 0 ? "several_codes" : topUp;
}
