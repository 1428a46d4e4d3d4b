import "server-only";
import { lockBankTransfer } from "@/lib/billing/bank-transfers/lock";
import { announceUnassignment } from "@/lib/billing/top-ups/announce";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { takeBack } from "./take-back";

export type Unassigned = { businessId: string; amountVnd: bigint; owedMilli: bigint };

/**
 * Takes a transfer back from a business that it was wrongly credited to, so that it is unmatched again: from what the
 * business has available, and what is missing becomes its debt, for which it is suspended. Throws CONFLICT for a transfer
 * that is not credited.
 */
export async function unassignTransfer(tx: Transaction, id: string, reason: string): Promise<Unassigned> {
  const { status, businessId, topUpId, amountVnd, unassignments } = await lockBankTransfer(tx, id);
  if (status !== "credited" || !businessId) throw new AppError("CONFLICT");
  const again = { businessId: null, topUpId: null, settledAt: null, unassignments: unassignments + 1 };
  const data = { status: "unmatched", reason: "unassigned", ...again };
  await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
  await detachTopUp(tx, topUpId);
  const reference = `unassigned:${id}:${again.unassignments}`;
  const { owedMilli } = await takeBack(tx, { businessId, amountVnd, reference });
  await announceUnassignment(tx, { businessId, amountVnd, owedMilli, reason });
  return { businessId, amountVnd, owedMilli };
}

/** Removes the top-up of a transfer that is no longer credited, unless it has a code: it was made for this transfer. */
export async function detachTopUp(tx: Transaction, topUpId: string | null): Promise<void> {
  if (topUpId) await tx.topUp.deleteMany({ where: { id: topUpId, code: null } });
}
