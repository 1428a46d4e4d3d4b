import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { requireNotOwn } from "@/lib/businesses/not-own";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { checkNothingOwed, lockOpenRefund } from "./decide";

/** Throws StaffError unless the refund is open and not approved yet, and while its business owes something. */
export async function approveRefund(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const { businessId, amountMilli, approvedAt } = await lockOpenRefund(tx, id);
    await requireNotOwn(tx, operator, businessId);
    await checkNothingOwed(tx, businessId);
    if (approvedAt) throw new StaffError("operator.errors.refundApproved", { id });
    await tx.refundRequest.update({ where: { id }, data: { approvedAt: clock.now() }, select: { id: true } });
    const about = { refundId: id, amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action: "refund.approved", businessId, reason, about });
  });
}

/** What the payer writes, so that the bank's outgoing transfer closes the refund. */
export const refundMemo = (id: string): string => `HOANTIEN ${id.slice(-10).toUpperCase()}`;
