import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { postTransfer } from "@/lib/wallet/post-transfer";
import { type LockedTransfer, lockForDecision, referenceOf } from "./lock";
import { chargeTo } from "./outgoing";
import { reverseCredited } from "./reverse";

async function lockUnmatched(tx: Transaction, id: string): Promise<LockedTransfer> {
  const transfer = await lockForDecision(tx, id);
  if (transfer.status !== "unmatched")
    throw new StaffError("operator.errors.transferDecided", { id, status: transfer.status });
  return transfer;
}

/** Throws StaffError unless the transfer is unmatched and outgoing. */
export async function lockUnmatchedOutgoing(tx: Transaction, id: string): Promise<LockedTransfer> {
  const transfer = await lockUnmatched(tx, id);
  if (transfer.direction !== "out") throw new StaffError("operator.errors.incoming", { id });
  return transfer;
}

/** The columns of a transfer that an operator closes. */
export const closed = (status: string, decision: string) => ({
  ...{ status, decision, reason: null, settledAt: clock.now() },
});

/** Closes a transfer that is no customer's, such as a fee or interest. Throws StaffError unless it is unmatched. */
export async function closeAsOwn(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const { direction, amountVnd, unassignments } = await lockUnmatched(tx, id);
    if (direction === "out") await chargeTo(tx, { id, amountVnd }, "own");
    else {
      const amountMilli = amountVnd * 1000n;
      const reference = referenceOf("closed", { id, unassignments });
      await postTransfer(tx, { debit: "suspense", credit: "own", amountMilli, kind: "unmatched", reference });
    }
    const data = { ...closed("own", reason), topUpId: null };
    await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
    await recordClosing(tx, operator, { id, amountVnd, reason, as: "own" });
  });
}

/**
 * Closes an unmatched outgoing transfer that returned an incoming one: what was credited of that is taken back, as by
 * `reverseCredited`. Returns what its business now owes for it. Throws StaffError unless the first is unmatched, the
 * second was not returned before, and their amounts are equal.
 */
export async function closeAsReturned(
  operator: Operator,
  id: string,
  { incomingId, reason }: { incomingId: string; reason: string },
): Promise<bigint> {
  requireOperatorRight(operator, "money");
  return db.$transaction(async (tx) => {
    const { amountVnd } = await lockUnmatchedOutgoing(tx, id);
    const incoming = await lockForDecision(tx, incomingId);
    const isReturned = (await tx.bankTransfer.count({ where: { reversesId: incomingId } })) > 0;
    const canReturn = ["unmatched", "credited", "reversed"].includes(incoming.status) && !isReturned;
    if (incoming.direction !== "in" || !canReturn || incoming.amountVnd !== amountVnd) {
      throw new StaffError("operator.errors.notReturnable", { id: incomingId, amount: String(amountVnd) });
    }
    const { businessId } = incoming;
    const isReversed = incoming.status === "reversed";
    const { owedMilli } = isReversed ? { owedMilli: 0n } : await reverseCredited(tx, incomingId, reason);
    await chargeTo(tx, { id, amountVnd }, "suspense");
    const data = { ...closed("reversal", reason), reversesId: incomingId };
    await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
    await recordClosing(tx, operator, { id, amountVnd, reason, as: "returned", businessId, about: { incomingId } });
    return owedMilli;
  });
}

type Closing = {
  id: string;
  amountVnd: bigint;
  reason: string;
  as: "own" | "returned" | "refund";
  businessId?: string | null;
  about?: Record<string, string>;
};

export async function recordClosing(tx: Transaction, operator: Operator, closing: Closing): Promise<void> {
  const { id, amountVnd, reason, as, businessId = null, about } = closing;
  const action = "transfer.closed";
  const amountMilli = String(amountVnd * 1000n);
  await recordPlatformAct(tx, operator, {
    ...{ action, businessId, reason },
    about: { transferId: id, amountMilli, as, ...about },
  });
  if (businessId && as === "returned")
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
}
