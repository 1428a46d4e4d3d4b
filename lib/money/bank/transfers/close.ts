import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { type LockedTransfer, listConcerned, lockForDecision, referenceOf, stateOf } from "./lock";
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
  status,
  decision,
  reason: null,
  settledAt: clock.now(),
});

export const closeOwnAct: MoneyAct<{ id: string }, void> = {
  kind: "transfer.closeOwn",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockUnmatched(tx, id);
    const businessIds = await listConcerned(tx, transfer);
    return { businessIds, amountVnd: transfer.amountVnd, about: { transferId: id }, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
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
  },
};

/** Closes a transfer that is no customer's, such as a fee or interest. Throws StaffError unless it is unmatched. */
export const closeAsOwn = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(closeOwnAct, operator, { id }, reason, seen);

type Return = { id: string; incomingId: string };

/** Throws StaffError unless the first is unmatched, the second was not returned before, and their amounts are equal. */
async function lockReturn(tx: Transaction, { id, incomingId }: Return) {
  const outgoing = await lockUnmatchedOutgoing(tx, id);
  const incoming = await lockForDecision(tx, incomingId);
  const { amountVnd } = outgoing;
  const { direction, status, businessId } = incoming;
  const isReturned = (await tx.bankTransfer.count({ where: { reversesId: incomingId } })) > 0;
  const canReturn = ["unmatched", "credited", "reversed"].includes(status) && !isReturned;
  if (direction !== "in" || !canReturn || incoming.amountVnd !== amountVnd) {
    throw new StaffError("operator.errors.notReturnable", { id: incomingId, amount: String(amountVnd) });
  }
  const businessIds = [...(await listConcerned(tx, incoming)), ...(await listConcerned(tx, outgoing))];
  return { amountVnd, businessId, businessIds, status, state: `${stateOf(outgoing)} ${stateOf(incoming)}` };
}

export const closeReturnedAct: MoneyAct<Return, bigint> = {
  kind: "transfer.closeReturned",
  input: z.object({ id: z.string(), incomingId: z.string() }),
  async plan(tx, input) {
    const { amountVnd, businessIds, status, state } = await lockReturn(tx, input);
    const about = { transferId: input.id, incomingId: input.incomingId, from: status };
    return { businessIds, amountVnd, about, state };
  },
  async carryOut(tx, input, { operator, reason }) {
    const { id, incomingId } = input;
    const { amountVnd, businessId, status } = await lockReturn(tx, input);
    const isReversed = status === "reversed";
    const { owedMilli } = isReversed ? { owedMilli: 0n } : await reverseCredited(tx, incomingId, reason);
    await chargeTo(tx, { id, amountVnd }, "suspense");
    const data = { ...closed("reversal", reason), reversesId: incomingId };
    await tx.bankTransfer.update({ where: { id }, data, select: { id: true } });
    await recordClosing(tx, operator, { id, amountVnd, reason, as: "returned", businessId, about: { incomingId } });
    return owedMilli;
  },
};

/**
 * Closes an unmatched outgoing transfer that returned an incoming one: what was credited of that is taken back, as by
 * `reverseCredited`. Returns what its business now owes for it. Throws StaffError as `lockReturn` does.
 */
export const closeAsReturned = (
  operator: Operator,
  id: string,
  { incomingId, reason, seen }: { incomingId: string; reason: string; seen?: string },
) => perform(closeReturnedAct, operator, { id, incomingId }, reason, seen);

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
    action,
    businessId,
    reason,
    about: { transferId: id, amountMilli, as, ...about },
  });
  if (businessId && as === "returned")
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
}
