import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { requireNotOwn } from "@/lib/businesses/not-own";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { book, findStaffId } from "./request";
import type { AdjustmentKind } from "./schema";

/** Throws StaffError for the adjustment's author, whatever their role is now, and for one that is decided already. */
export async function approveAdjustment(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const adjustment = await lockOpen(tx, id);
    const { authorId, businessId, amountVnd, reference } = adjustment;
    const decidedById = await findStaffId(tx, operator);
    if (decidedById === authorId) throw new StaffError("operator.errors.ownAdjustment");
    await requireNotOwn(tx, operator, businessId);
    const data = { status: "done", decidedById, decision: reason, decidedAt: clock.now() };
    await tx.creditAdjustment.update({ where: { id }, data, select: { id: true } });
    await book(tx, operator, { ...adjustment, kind: adjustment.kind as AdjustmentKind });
    const about = { adjustmentId: id, reference, amountMilli: String(amountVnd * 1000n) };
    await recordPlatformAct(tx, operator, { action: "credit.approved", businessId, reason, about });
  });
}

/** Its author can reject it too. Throws StaffError for one that is decided already. */
export async function rejectAdjustment(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const { businessId, amountVnd, reference } = await lockOpen(tx, id);
    const decidedById = await findStaffId(tx, operator);
    const data = { status: "rejected", decidedById, decision: reason, decidedAt: clock.now() };
    await tx.creditAdjustment.update({ where: { id }, data, select: { id: true } });
    const about = { adjustmentId: id, reference, amountMilli: String(amountVnd * 1000n) };
    await recordPlatformAct(tx, operator, { action: "credit.rejected", businessId, reason, about });
  });
}

async function lockOpen(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM credit_adjustments WHERE id = ${id} FOR UPDATE`;
  const adjustment = await tx.creditAdjustment.findUnique({ where: { id } });
  if (!adjustment) throw new StaffError("operator.errors.noAdjustment", { id });
  if (adjustment.status !== "open")
    throw new StaffError("operator.errors.adjustmentDecided", { id, status: adjustment.status });
  return adjustment;
}
