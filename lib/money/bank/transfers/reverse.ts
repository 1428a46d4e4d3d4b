import "server-only";
import { z } from "zod";
import { StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { announceReversal } from "@/lib/money/top-ups/credit";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { lockTransfer, takeBack } from "./assign";
import { listConcerned, lockBankTransfer, recordTransferAct, referenceOf, stateOf } from "./lock";

export const reverseAct: MoneyAct<{ id: string }, bigint> = {
  kind: "transfer.reverse",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockTransfer(tx, id);
    const { direction, status, amountVnd } = transfer;
    if (direction === "out") throw new StaffError("operator.errors.outgoing", { id });
    if (status !== "credited" && status !== "unmatched")
      throw new StaffError("operator.errors.transferDecided", { id, status });
    const about = { transferId: id, from: status };
    return { businessIds: await listConcerned(tx, transfer), amountVnd, about, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountVnd } = await lockTransfer(tx, id);
    const { owedMilli } = await reverseCredited(tx, id, reason);
    const transfer = { id, amountVnd };
    const about = { owedMilli: String(owedMilli) };
    await recordTransferAct(tx, operator, { action: "transfer.reversed", transfer, businessId, reason, about });
    return owedMilli;
  },
};

/** Returns what the business owes now, for which it is suspended. Throws StaffError unless it is credited or unmatched. */
export const reverseTransfer = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(reverseAct, operator, { id }, reason, seen);

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
