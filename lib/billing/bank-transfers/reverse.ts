import "server-only";
import { lockBankTransfer, referenceOf } from "@/lib/billing/bank-transfers/lock";
import { announceReversal } from "@/lib/billing/top-ups/announce";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { takeBack } from "./take-back";

/** On the invoice, in the language of invoices. */
const reversedByBank = "Ngân hàng đã thu hồi khoản thanh toán";

/**
 * Takes an incoming transfer back that its bank reversed: from what the business has available, and what is missing
 * becomes its debt, for which it is suspended. The money goes to `suspense`, from where the bank's outgoing transfer
 * takes it. `reason`: an operator's, who took it back. Throws CONFLICT for a transfer that is reversed already, or outgoing.
 */
export async function reverseCredited(tx: Transaction, id: string, reason = ""): Promise<{ owedMilli: bigint }> {
  const { direction, status, businessId, amountVnd, unassignments } = await lockBankTransfer(tx, id);
  if (direction !== "in" || (status !== "credited" && status !== "unmatched")) throw new AppError("CONFLICT");
  await tx.bankTransfer.update({
    where: { id },
    data: { status: "reversed", settledAt: clock.now() },
    select: { id: true },
  });
  if (status === "unmatched" || !businessId) return { owedMilli: 0n };
  const reference = referenceOf("reversal", { id, unassignments });
  const { owedMilli } = await takeBack(tx, { id, businessId, amountVnd, reference, reason: reason || reversedByBank });
  await announceReversal(tx, { businessId, amountVnd, owedMilli, reason });
  return { owedMilli };
}
