import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireOpen } from "@/lib/access/businesses/require-open";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { assignTransfer } from "@/lib/money/bank/transfers/assign";
import { listConcerned, lockBankTransfer, stateOf } from "@/lib/money/bank/transfers/lock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";

/** Locks a bank transfer that can be credited to a business. Throws StaffError for any other, and for an archived business. */
export async function lockUnmatched(tx: Transaction, id: string, businessId: string) {
  const transfer = await lockTransfer(tx, id);
  if (transfer.direction === "out") throw new StaffError("operator.errors.outgoing", { id });
  if (transfer.status !== "unmatched")
    throw new StaffError("operator.errors.transferDecided", { id, status: transfer.status });
  await requireOpen(tx, businessId);
  return transfer;
}

/** Throws StaffError for an unknown one. */
export async function lockTransfer(tx: Transaction, id: string) {
  return lockBankTransfer(tx, id).catch((error: Error) => {
    throw error instanceof AppError ? new StaffError("operator.errors.noTransfer", { id }) : error;
  });
}

type Assignment = { id: string; businessId: string; orderId?: string };

export const assignAct: MoneyAct<Assignment, void> = {
  kind: "transfer.assign",
  input: z.object({ id: z.string(), businessId: z.string(), orderId: z.string().optional() }),
  async plan(tx, { id, businessId, orderId }) {
    const transfer = await lockUnmatched(tx, id, businessId);
    const about = { transferId: id, ...(orderId && { topUpId: orderId }) };
    const businessIds = [businessId, ...(await listConcerned(tx, transfer))];
    return { businessIds, amountVnd: transfer.amountVnd, about, state: stateOf(transfer) };
  },
  async carryOut(tx, { id, businessId, orderId }, { operator, reason }) {
    const { amountVnd } = await lockUnmatched(tx, id, businessId);
    await assignTransfer(tx, id, businessId, orderId);
    const action = "transfer.assigned";
    const amountMilli = String(amountVnd * 1000n);
    await recordPlatformAct(tx, operator, {
      action,
      businessId,
      reason,
      about: { transferId: id, amountMilli, ...(orderId && { topUpId: orderId }) },
    });
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
  },
};

/** Credits an unmatched bank transfer that no one claimed to a business. Throws StaffError for any other transfer. */
export const assignUnclaimed = (
  operator: Operator,
  id: string,
  business: NamedBusiness,
  reason: string,
  { orderId, seen }: { orderId?: string; seen?: string } = {},
) => perform(assignAct, operator, { id, businessId: business.id, orderId }, reason, seen);
