import "server-only";
import { lockBankTransfer } from "@/lib/billing/bank-transfers/lock";
import { announceReversal } from "@/lib/billing/top-ups/announce";
import { lockBusiness } from "@/lib/businesses/lock";
import { suspend } from "@/lib/businesses/suspension/change";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { lockWallet } from "@/lib/wallet/lock-wallet";
import { postTransfer } from "@/lib/wallet/post-transfer";

/**
 * Takes an incoming transfer back that its bank reversed: from what the business has available, and what is missing
 * becomes its debt, for which it is suspended. The money goes to `suspense`, from where the bank's outgoing transfer
 * takes it. Throws CONFLICT for a transfer that is reversed already, or outgoing.
 */
export async function reverseCredited(tx: Transaction, id: string): Promise<{ owedMilli: bigint }> {
  const { direction, status, businessId, amountVnd } = await lockBankTransfer(tx, id);
  if (direction !== "in" || (status !== "credited" && status !== "unmatched")) throw new AppError("CONFLICT");
  await tx.bankTransfer.update({
    where: { id },
    data: { status: "reversed", settledAt: clock.now() },
    select: { id: true },
  });
  if (status === "unmatched" || !businessId) return { owedMilli: 0n };
  await lockBusiness(tx, businessId);
  const amountMilli = amountVnd * 1000n;
  const receivable = { businessId, kind: "receivable" } as const;
  const { available } = await lockWallet(tx, businessId, [receivable, "bank", "suspense"]);
  const takenMilli = available < amountMilli ? available : amountMilli;
  const owedMilli = amountMilli - takenMilli;
  const take = (from: "available" | "receivable", amountMilli: bigint) =>
    amountMilli > 0n &&
    postTransfer(tx, {
      debit: { businessId, kind: from },
      credit: "suspense",
      amountMilli,
      kind: "reversal",
      reference: `reversal:${id}:${from}`,
    });
  await take("available", takenMilli);
  await take("receivable", owedMilli);
  if (owedMilli > 0n) await suspend(tx, businessId, { reason: "", for: "receivable" });
  await announceReversal(tx, { businessId, amountVnd, owedMilli });
  return { owedMilli };
}
