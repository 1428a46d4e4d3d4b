import "server-only";
import { StaffError } from "@/lib/audit/platform-acts";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";

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

/** One transfer at a time is recorded or decided for each account: its reports arrive together, from several processes. */
export const lockAccount = (tx: Transaction, accountNumber: string) =>
  tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`bank account ${accountNumber}`}, 0))::text`;

/** Locks the account too, so that no report about the transfer is recorded meanwhile. Throws StaffError. */
export async function lockForDecision(tx: Transaction, id: string): Promise<LockedTransfer> {
  const found = await tx.bankTransfer.findUnique({ where: { id }, select: { accountNumber: true } });
  if (!found) throw new StaffError("operator.errors.noTransfer", { id });
  await lockAccount(tx, found.accountNumber);
  return lockBankTransfer(tx, id);
}
