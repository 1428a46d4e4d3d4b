import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { undoRefundChanges } from "@/lib/money/invoices/changes";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import type { Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { type LockedTransfer, listConcerned, lockBankTransfer, lockForDecision, referenceOf, stateOf } from "./lock";
import { chargeAgainTo } from "./outgoing";
import { waitAgain } from "./unassign";
import { recountDay, reopenCounterpart } from "./void";

export type Reopened = {
  /** The business that it was taken back from, or whose refund it paid. */
  businessId: string | null;
  /** What waits again besides: the other transfer of a return, or a refund. */
  also: string | null;
};

/** The outgoing one of a return is locked first, as when it is closed. */
async function lockBoth(tx: Transaction, id: string) {
  const back = await tx.bankTransfer.findUnique({ where: { reversesId: id }, select: { id: true } });
  const outgoing = back && (await lockForDecision(tx, back.id));
  return { outgoing, transfer: await lockForDecision(tx, id) };
}

export const reopenAct: MoneyAct<{ id: string }, Reopened> = {
  kind: "transfer.reopen",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const { transfer } = await lockBoth(tx, id);
    const about = { transferId: id, from: transfer.status };
    const businessIds = await listConcerned(tx, transfer);
    return { businessIds, amountVnd: transfer.amountVnd, about, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { outgoing, transfer } = await lockBoth(tx, id);
    const { direction, status, amountVnd, reversesId } = transfer;
    const businessId = reversesId ? (await lockBankTransfer(tx, reversesId)).businessId : transfer.businessId;
    const isReturned = outgoing?.reversesId === id;
    if (isReturned) await reopenOutgoing(tx, outgoing);
    else if (direction === "in") await reopenIncoming(tx, transfer);
    const also = isReturned ? outgoing.id : direction === "out" ? await reopenOutgoing(tx, transfer) : null;
    const action = "transfer.reopened";
    const amountMilli = String(amountVnd * 1000n);
    const about = { transferId: id, amountMilli, from: status, ...(also && { also }) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    if (businessId) {
      await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
    }
    if (also && isId("refund", also)) await undoRefundChanges(tx, also, reason);
    return { businessId, also };
  },
};

/**
 * Undoes a wrong `reverse`, `close` or `void`: the transfer is unmatched again. An outgoing transfer that took a
 * payment back is undone together with that payment; a refund that it paid is open again, and is not rejected before
 * the transfer is matched. Throws StaffError for any other transfer, also for a credited one, which `unassign` takes back.
 */
export const reopenTransfer = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(reopenAct, operator, { id }, reason, seen);

const cannot = ({ id, status }: LockedTransfer) => new StaffError("operator.errors.notReopenable", { id, status });

async function reopenIncoming(tx: Transaction, transfer: LockedTransfer): Promise<void> {
  const { status, amountVnd } = transfer;
  // What was reversed is in `suspense` already.
  const debits: Partial<Record<string, "own" | "bank" | null>> = { own: "own", void: "bank", reversed: null };
  const debit = debits[status];
  if (debit === undefined) throw cannot(transfer);
  const unassignments = await waitAgain(tx, transfer, { keepsTopUp: true });
  const reference = referenceOf("reopened", { ...transfer, unassignments });
  const amountMilli = amountVnd * 1000n;
  if (debit) await postTransfer(tx, { debit, credit: "suspense", amountMilli, kind: "unmatched", reference });
  if (status === "void") await recountDay(tx, transfer);
}

/** Returns the id of the payment or refund that it undoes. */
async function reopenOutgoing(tx: Transaction, transfer: LockedTransfer): Promise<string | null> {
  const { id, status, amountVnd } = transfer;
  if (!["own", "reversal", "refund", "void"].includes(status)) throw cannot(transfer);
  const also = await reopenCounterpart(tx, transfer);
  const unassignments = await waitAgain(tx, transfer);
  if (status !== "void") {
    await chargeAgainTo(tx, transfer, "own");
    return also;
  }
  const reference = referenceOf("reopened", { id, unassignments });
  const moved = { debit: "own", credit: "bank", amountMilli: amountVnd * 1000n, kind: "unmatched", reference } as const;
  await postTransfer(tx, moved);
  await recountDay(tx, transfer);
  return also;
}
