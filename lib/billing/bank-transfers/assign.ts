import "server-only";
import { lockBankTransfer } from "@/lib/billing/bank-transfers/lock";
import { creditPayment } from "@/lib/billing/top-ups/credit";
import { claimedTransferMethod } from "@/lib/billing/top-ups/payment-method";
import { lockBusiness } from "@/lib/businesses/lock";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { AppError } from "@/lib/errors";
import { newId } from "@/lib/ids";

/** Throws CONFLICT unless it is incoming and unmatched, for an archived business, and for another one's order. */
export async function assignTransfer(tx: Transaction, id: string, businessId: string, orderId?: string): Promise<void> {
  const { direction, status, amountVnd, unassignments, topUpId: namedId } = await lockBankTransfer(tx, id);
  if (direction !== "in" || status !== "unmatched" || !(await lockBusiness(tx, businessId))) {
    throw new AppError("CONFLICT");
  }
  const now = clock.now();
  const { name: method } = claimedTransferMethod;
  const where = { id: orderId ?? namedId ?? "", businessId };
  const named = await tx.topUp.findFirst({ where, select: { id: true } });
  if (orderId && !named) throw new AppError("CONFLICT");
  const topUpId = named?.id ?? newId("topUp");
  // Listed as other top-ups are. Nothing is awaited, so that it has no code and does not expire.
  if (!named) {
    await tx.topUp.create({
      data: { id: topUpId, businessId, method, amountVnd, createdAt: now },
      select: { id: true },
    });
  }
  await creditPayment(tx, claimedTransferMethod, { id, businessId, topUpId, amountVnd, round: unassignments });
  const data = { status: "credited", reason: null, businessId, topUpId, settledAt: now };
  await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
}
