import "server-only";
import { lockBankTransfer } from "@/lib/billing/bank-transfers/lock";
import { creditPayment } from "@/lib/billing/top-ups/credit";
import { claimedTransferMethod } from "@/lib/billing/top-ups/payment-method";
import { lockBusiness } from "@/lib/businesses/lock";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";

/** Credits an unmatched incoming transfer to a business. Throws CONFLICT for any other, and for an archived business. */
export async function assignTransfer(tx: Transaction, id: string, businessId: string): Promise<void> {
  const { direction, status, amountVnd } = await lockBankTransfer(tx, id);
  if (direction !== "in" || status !== "unmatched" || !(await lockBusiness(tx, businessId))) {
    throw new AppError("CONFLICT");
  }
  await creditPayment(tx, claimedTransferMethod, { id, businessId, topUpId: null, amountVnd });
  const data = { status: "credited", reason: null, businessId, settledAt: clock.now() };
  await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
}
