import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { undoRefundChanges } from "@/lib/money/invoices/changes";
import { announceVoid } from "@/lib/money/top-ups/announce";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { accountsWith, mainAccount } from "./accounts";
import { type LockedTransfer, listConcerned, lockBankTransfer, lockForDecision, referenceOf, stateOf } from "./lock";
import { payerOf } from "./outgoing";
import { takeBack } from "./take-back";
import { detachTopUp, waitAgain } from "./unassign";

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
    await recordVoid(tx, operator, transfer, { ...voided, reason });
    if (voided.reopened && isId("refund", voided.reopened)) await undoRefundChanges(tx, voided.reopened, reason);
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

async function recordVoid(
  tx: Transaction,
  operator: Operator,
  { id, amountVnd }: LockedTransfer,
  { businessId, owedMilli, reopened, reason }: Voided & { reason: string },
): Promise<void> {
  const action = "transfer.voided";
  const amountMilli = String(amountVnd * 1000n);
  const about = { transferId: id, amountMilli, owedMilli: String(owedMilli), ...(reopened && { reopened }) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about });
  if (businessId)
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
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
