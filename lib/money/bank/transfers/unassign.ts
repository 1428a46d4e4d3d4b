import "server-only";
import { lockBankTransfer } from "@/lib/money/bank/transfers/lock";
import { announceUnassignment } from "@/lib/money/top-ups/announce";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { takeBack } from "./take-back";

export type Unassigned = { businessId: string; amountVnd: bigint; owedMilli: bigint };

/** Takes back what was wrongly credited, as `takeBack` does. Throws CONFLICT for a transfer that is not credited. */
export async function unassignTransfer(tx: Transaction, id: string, reason: string): Promise<Unassigned> {
  const { status, businessId, topUpId, amountVnd } = await lockBankTransfer(tx, id);
  if (status !== "credited" || !businessId) throw new AppError("CONFLICT");
  const unassignments = await waitAgain(tx, { id, topUpId });
  const reference = `unassigned:${id}:${unassignments}`;
  const { owedMilli } = await takeBack(tx, { id, businessId, amountVnd, reference, reason });
  await announceUnassignment(tx, { businessId, amountVnd, owedMilli, reason });
  return { businessId, amountVnd, owedMilli };
}

/** Returns how often it became unmatched. `keepsTopUp`: a top-up whose code the payer used says "being checked". */
export async function waitAgain(
  tx: Transaction,
  { id, topUpId }: { id: string; topUpId: string | null },
  { keepsTopUp = false } = {},
): Promise<number> {
  const where = { id: topUpId ?? "", code: { not: null } };
  const kept = keepsTopUp ? await tx.topUp.findFirst({ where, select: { id: true } }) : null;
  const topUp = { topUpId: kept?.id ?? null };
  const none = { businessId: null, ...topUp, reversesId: null, settledAt: null, decision: null };
  const data = { status: "unmatched", reason: "unassigned", ...none, unassignments: { increment: 1 } };
  const { unassignments } = await tx.bankTransfer.update({ where: { id }, data, select: { unassignments: true } });
  if (!kept) await detachTopUp(tx, topUpId);
  return unassignments;
}

/** Removes the top-up of a transfer that is no longer credited, unless it has a code: it was made for this transfer. */
export async function detachTopUp(tx: Transaction, topUpId: string | null): Promise<void> {
  if (topUpId) await tx.topUp.deleteMany({ where: { id: topUpId, code: null } });
}
