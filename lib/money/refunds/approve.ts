import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { clock } from "@/lib/platform/clock";
import { checkNothingOwed, lockOpenRefund, refundState } from "./decide";

export const approveRefundAct: MoneyAct<{ id: string }, void> = {
  kind: "refund.approve",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const refund = await lockOpenRefund(tx, id);
    const { businessId, amountMilli } = refund;
    const amountVnd = amountMilli / 1000n;
    return { businessIds: [businessId], amountVnd, about: { refundId: id }, state: refundState(refund) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountMilli, approvedAt } = await lockOpenRefund(tx, id);
    await checkNothingOwed(tx, businessId);
    if (approvedAt) throw new StaffError("operator.errors.refundApproved", { id });
    await tx.refundRequest.update({ where: { id }, data: { approvedAt: clock.now() }, select: { id: true } });
    const about = { refundId: id, amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action: "refund.approved", businessId, reason, about });
  },
};

/** Throws StaffError unless the refund is open and not approved yet, and while its business owes something. */
export const approveRefund = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(approveRefundAct, operator, { id }, reason, seen);

/** What the payer writes, so that the bank's outgoing transfer closes the refund. */
export const refundMemo = (id: string): string => `HOANTIEN ${id.slice(-10).toUpperCase()}`;
