import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { StaffAct } from "@/lib/access/audit/schema";
import type { Operator } from "@/lib/access/principals/operator";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { mainAccount } from "./accounts";

export type LockedTransfer = Awaited<ReturnType<typeof lockBankTransfer>>;

/** Locks a bank transfer, so that only one decision about it is made. Throws NOT_FOUND. */
export async function lockBankTransfer(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM bank_transfers WHERE id = ${id} FOR UPDATE`;
  const transfer = await tx.bankTransfer.findUnique({ where: { id } });
  if (!transfer) throw new AppError("NOT_FOUND");
  return transfer;
}

/** Its movement in the ledger, once for each time that the transfer became unmatched again. */
export const referenceOf = (
  name: string,
  { id, unassignments }: Pick<LockedTransfer, "id" | "unassignments">,
): string => (unassignments > 0 ? `${name}:${id}:${unassignments}` : `${name}:${id}`);

/** Changes whenever something is decided about the transfer. */
export const stateOf = ({
  status,
  businessId,
  unassignments,
}: Pick<LockedTransfer, "status" | "businessId" | "unassignments">): string =>
  [status, unassignments, businessId ?? ""].join(".");

const lock = (tx: Transaction, name: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))::text`;

/** One transfer at a time is recorded or decided for an account with its virtual ones: its reports arrive together. */
export const lockAccount = (tx: Transaction, accountNumber: string) =>
  lock(tx, `bank account ${mainAccount(accountNumber)}`);

/** One report of an amount at a time is recorded, since the other may be of the same transfer. After the account. */
export const lockAmount = (tx: Transaction, amountVnd: bigint) => lock(tx, `bank amount ${amountVnd}`);

/** Locks the account too, so that no report about the transfer is recorded meanwhile. Throws StaffError. */
export async function lockForDecision(tx: Transaction, id: string): Promise<LockedTransfer> {
  const found = await tx.bankTransfer.findUnique({ where: { id }, select: { accountNumber: true } });
  if (!found) throw new StaffError("operator.errors.noTransfer", { id });
  await lockAccount(tx, found.accountNumber);
  return lockBankTransfer(tx, id);
}

/** The acts by which a transfer that had paid a refund of a business is unmatched again. */
const reopenings = { kind: { in: ["transfer.reopen", "transfer.void"] }, status: "done" };

/** The outgoing transfers that were reopened for a business and wait, of an amount. */
export async function listReopened(tx: Transaction, businessId: string, amountVnd: bigint): Promise<string[]> {
  const where = { ...reopenings, amountVnd, businessIds: { has: businessId } };
  const acts = await tx.moneyAct.findMany({ where, select: { about: true } });
  const ids = acts.map(({ about }) => (about as { transferId: string }).transferId);
  const waiting = { id: { in: ids }, direction: "out", status: "unmatched" };
  const found = await tx.bankTransfer.findMany({ where: waiting, orderBy: { id: "asc" }, select: { id: true } });
  return found.map(({ id }) => id);
}

/**
 * Every business whose money it may be: of the transfer, of the order that it named, of what it took back, and of refunds
 * that it pays or had paid before it was reopened.
 */
export async function listConcerned(
  tx: Transaction,
  { id, businessId, topUpId, reversesId, unassignments }: LockedTransfer,
): Promise<(string | undefined | null)[]> {
  const select = { businessId: true } as const;
  const named = await tx.topUp.findUnique({ where: { id: topUpId ?? "" }, select });
  const returned = await tx.bankTransfer.findUnique({ where: { id: reversesId ?? "" }, select });
  const where = { OR: [{ transferId: id }, { reopenedFromId: id }] };
  const refunds = await tx.refundRequest.findMany({ where, select });
  // A refund names only the last transfer that had paid it.
  const about = { path: ["transferId"], equals: id };
  const reopened =
    unassignments > 0
      ? await tx.moneyAct.findMany({ where: { ...reopenings, about }, select: { businessIds: true } })
      : [];
  return [
    businessId,
    named?.businessId,
    returned?.businessId,
    ...refunds.map((refund) => refund.businessId),
    ...reopened.flatMap(({ businessIds }) => businessIds),
  ];
}

type TransferAct = {
  action: StaffAct;
  transfer: { id: string; amountVnd: bigint };
  /** Whose audit log has it too. */
  businessId: string | null;
  reason: string;
  /** What the staff's log says of it besides. */
  about?: Record<string, string>;
};

/** Records in the staff's log, and in that of the business, what an operator did with a transfer. */
export async function recordTransferAct(
  tx: Transaction,
  operator: Operator,
  { action, transfer: { id, amountVnd }, businessId, reason, about }: TransferAct,
): Promise<void> {
  const amountMilli = String(amountVnd * 1000n);
  const details = { transferId: id, amountMilli, ...about };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about: details });
  if (businessId)
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
}
