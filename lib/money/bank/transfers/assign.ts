import "server-only";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { lockBankTransfer } from "@/lib/money/bank/transfers/lock";
import { creditPayment } from "@/lib/money/top-ups/credit";
import { claimedTransferMethod } from "@/lib/money/top-ups/payment-method";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";

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
