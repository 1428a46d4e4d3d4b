import "server-only";
import { lockBankTransfer, referenceOf } from "@/lib/money/bank/transfers/lock";
import { announceReversal } from "@/lib/money/top-ups/announce";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { takeBack } from "./take-back";

/** On the invoice, in the language of invoices. */
const reversedByBank = "Ngân hàng đã thu hồi khoản thanh toán";

/**
 * Takes back an incoming transfer that its bank reversed: from what is available, and what is missing becomes a debt,
 * for which the business is suspended. The money goes to `suspense`, from where the bank's outgoing transfer takes it.
 * `reason`: an operator's. Throws CONFLICT unless the transfer is incoming, and credited or unmatched.
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
