import "server-only";
import { z } from "zod";
import { StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { undoRefundChanges } from "@/lib/money/invoices/changes";
import { announceVoid } from "@/lib/money/top-ups/credit";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { accountsWith, mainAccount } from "./accounts";
import { detachTopUp, takeBack, waitAgain } from "./assign";
import {
  type LockedTransfer,
  listConcerned,
  lockBankTransfer,
  lockForDecision,
  recordTransferAct,
  referenceOf,
  stateOf,
} from "./lock";
import { chargeAgainTo, payerOf } from "./outgoing";

export type Voided = {
  /** The business that it was credited to. */
  businessId: string | null;
  owedMilli: bigint;
  /** What it undid: an incoming transfer that is unmatched again, or a refund that is open again. */
  reopened: string | null;
};

const nothing: Voided = { businessId: null, owedMilli: 0n, reopened: null };

export const voidAct: MoneyAct<{ id: string }, Voided> = {
  kind: "transfer.void",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockForDecision(tx, id);
    const { status, amountVnd } = transfer;
    if (status === "void") throw new StaffError("operator.errors.transferDecided", { id, status });
    const businessIds = await listConcerned(tx, transfer);
    return { businessIds, amountVnd, about: { transferId: id, from: status }, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const transfer = await lockForDecision(tx, id);
    const voided = await (transfer.direction === "in" ? voidIncoming : voidOutgoing)(tx, transfer, reason);
    const closed = { status: "void", decision: reason, reason: null, settledAt: clock.now() };
    const detached = { businessId: null, topUpId: null, reversesId: null };
    await tx.bankTransfer.update({ where: { id }, data: { ...closed, ...detached }, select: { id: true } });
    await detachTopUp(tx, transfer.topUpId);
    await recountDay(tx, transfer);
    const { businessId, owedMilli, reopened } = voided;
    const about = { owedMilli: String(owedMilli), ...(reopened && { reopened }) };
    await recordTransferAct(tx, operator, { action: "transfer.voided", transfer, businessId, reason, about });
    if (reopened && isId("refund", reopened)) await undoRefundChanges(tx, reopened, reason);
    return voided;
  },
};

/**
 * Removes from the books what was never at the bank: a forged notification, or a second record. What was credited is
 * taken back, as by `unassignTransfer`; what an outgoing one took back or paid is undone. Throws StaffError for one
 * that is void, and for an incoming one that an outgoing one took back.
 */
export const voidTransfer = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(voidAct, operator, { id }, reason, seen);

async function voidIncoming(tx: Transaction, transfer: LockedTransfer, reason: string): Promise<Voided> {
  const { id, status, amountVnd, businessId } = transfer;
  const reversal = await tx.bankTransfer.findUnique({ where: { reversesId: id }, select: { id: true } });
  if (reversal) throw new StaffError("operator.errors.voidOtherFirst", { id, other: reversal.id });
  const reference = referenceOf("void", transfer);
  const amountMilli = amountVnd * 1000n;
  const isCredited = status === "credited" && businessId !== null;
  const { owedMilli } = isCredited ? await takeBack(tx, { id, businessId, amountVnd, reference, reason }) : nothing;
  const debit = status === "own" ? "own" : "suspense";
  await postTransfer(tx, { debit, credit: "bank", amountMilli, kind: "reversal", reference });
  if (!isCredited) return nothing;
  await announceVoid(tx, { businessId, amountVnd, owedMilli, reason });
  return { businessId, owedMilli, reopened: null };
}

async function voidOutgoing(tx: Transaction, transfer: LockedTransfer): Promise<Voided> {
  const { id, amountVnd } = transfer;
  const credit = await payerOf(tx, id);
  const amountMilli = amountVnd * 1000n;
  await postTransfer(tx, {
    debit: "bank",
    credit,
    amountMilli,
    kind: "reversal",
    reference: referenceOf("void", transfer),
  });
  return { ...nothing, reopened: await reopenCounterpart(tx, transfer) };
}

/** A payment that it took back waits again, a refund that it paid is open again. Returns that id; null for none. */
export async function reopenCounterpart(
  tx: Transaction,
  { id, status, reversesId }: LockedTransfer,
): Promise<string | null> {
  if (status === "reversal" && reversesId) {
    await waitAgain(tx, await lockBankTransfer(tx, reversesId), { keepsTopUp: true });
    return reversesId;
  }
  if (status !== "refund") return null;
  const refund = await tx.refundRequest.findUnique({ where: { transferId: id } });
  if (!refund?.encryptedPayee) throw new StaffError("operator.errors.payeeErased", { id });
  // It was paid from an account outside the list before this transfer was linked to it, and stays paid.
  const paid = await tx.transfer.findUnique({ where: { reference: `refund:${refund.id}:paid` }, select: { id: true } });
  const again = { status: "open", decision: null, decidedAt: null, transferId: null, reopenedFromId: id };
  const data = paid ? { transferId: null } : again;
  await tx.refundRequest.update({ where: { id: refund.id }, data, select: { id: true } });
  return paid ? null : refund.id;
}

/** The last comparison with the bank's list counted it: `npm run books` and `/health` say what is recorded now. */
export async function recountDay(tx: Transaction, { accountNumber, occurredAt }: LockedTransfer): Promise<void> {
  const day = vietnamDay(occurredAt);
  const { from, to } = boundsOf(day);
  await tx.$executeRaw`
    UPDATE bank_days SET recorded_vnd = (
      SELECT coalesce(sum(CASE direction WHEN 'in' THEN amount_vnd ELSE -amount_vnd END), 0) FROM bank_transfers
      WHERE account_number = ANY (${accountsWith(accountNumber)}) AND status <> 'void'
        AND occurred_at >= ${from} AND occurred_at < ${to})
    WHERE account_number = ${mainAccount(accountNumber)} AND day = ${day}::date`;
}

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
    const { direction, status, reversesId } = transfer;
    const businessId = reversesId ? (await lockBankTransfer(tx, reversesId)).businessId : transfer.businessId;
    const isReturned = outgoing?.reversesId === id;
    if (isReturned) await reopenOutgoing(tx, outgoing);
    else if (direction === "in") await reopenIncoming(tx, transfer);
    const also = isReturned ? outgoing.id : direction === "out" ? await reopenOutgoing(tx, transfer) : null;
    const about = { from: status, ...(also && { also }) };
    await recordTransferAct(tx, operator, { action: "transfer.reopened", transfer, businessId, reason, about });
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
