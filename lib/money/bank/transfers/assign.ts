import "server-only";
import { z } from "zod";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { lockBusiness, requireOpen } from "@/lib/access/businesses/lock";
import { suspend } from "@/lib/access/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { cancelForPayment } from "@/lib/money/invoices/correct";
import { announceUnassignment, claimedTransferMethod, creditPayment } from "@/lib/money/top-ups/credit";
import { findFreeCredit } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { listConcerned, lockBankTransfer, recordTransferAct, stateOf } from "./lock";

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
    const transfer = { id, amountVnd };
    const about = orderId ? { topUpId: orderId } : undefined;
    await recordTransferAct(tx, operator, { action: "transfer.assigned", transfer, businessId, reason, about });
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

export const unassignAct: MoneyAct<{ id: string }, { businessId: string; owedMilli: bigint }> = {
  kind: "transfer.unassign",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockTransfer(tx, id);
    const { status, amountVnd } = transfer;
    if (status !== "credited") throw new StaffError("operator.errors.notCredited", { id, status });
    const businessIds = await listConcerned(tx, transfer);
    return { businessIds, amountVnd, about: { transferId: id }, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountVnd, owedMilli } = await unassignTransfer(tx, id, reason);
    const transfer = { id, amountVnd };
    const about = { owedMilli: String(owedMilli) };
    await recordTransferAct(tx, operator, { action: "transfer.unassigned", transfer, businessId, reason, about });
    return { businessId, owedMilli };
  },
};

/** Returns the business's id and what it owes now, for which it is suspended. Throws StaffError unless credited. */
export const unassign = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(unassignAct, operator, { id }, reason, seen);

export type Unassigned = { businessId: string; amountVnd: bigint; owedMilli: bigint };

/** Takes back what was wrongly credited, as `takeBack` does. Throws CONFLICT for a transfer that is not credited. */
export async function unassignTransfer(tx: Transaction, id: string, reason: string): Promise<Unassigned> {
  const { status, businessId, topUpId, amountVnd } = await lockBankTransfer(tx, id);
  if (status !== "credited" || !businessId) throw new AppError("CONFLICT");
  const unassignments = await waitAgain(tx, { id, topUpId });
  const reference = `unassigned:${id}:${unassignments}`;
  const { owedMilli } = await takeBack(tx, { id, businessId, amountVnd, reference, reason });
  await announceUnassignment(tx, { businessId, amountVnd, owedMilli, reason });
  return { businessId, amountVnd, owedMilli };
}

/** Returns how often it became unmatched. `keepsTopUp`: a top-up whose code the payer used says "being checked". */
export async function waitAgain(
  tx: Transaction,
  { id, topUpId }: { id: string; topUpId: string | null },
  { keepsTopUp = false } = {},
): Promise<number> {
  const where = { id: topUpId ?? "", code: { not: null } };
  const kept = keepsTopUp ? await tx.topUp.findFirst({ where, select: { id: true } }) : null;
  const topUp = { topUpId: kept?.id ?? null };
  const none = { businessId: null, ...topUp, reversesId: null, settledAt: null, decision: null };
  const data = { status: "unmatched", reason: "unassigned", ...none, unassignments: { increment: 1 } };
  const { unassignments } = await tx.bankTransfer.update({ where: { id }, data, select: { unassignments: true } });
  if (!kept) await detachTopUp(tx, topUpId);
  return unassignments;
}

/** Removes the top-up of a transfer that is no longer credited, unless it has a code: it was made for this transfer. */
export async function detachTopUp(tx: Transaction, topUpId: string | null): Promise<void> {
  if (topUpId) await tx.topUp.deleteMany({ where: { id: topUpId, code: null } });
}

type Taken = { id: string; businessId: string; amountVnd: bigint; reference: string; reason: string };

/** Moves a payment from paid credit to `suspense`; what is missing becomes debt, which suspends the business. */
export async function takeBack(
  tx: Transaction,
  { id, businessId, amountVnd, reference, reason }: Taken,
): Promise<{ owedMilli: bigint }> {
  await lockBusiness(tx, businessId);
  const amountMilli = amountVnd * 1000n;
  const receivable = { businessId, kind: "receivable" } as const;
  const { available } = await lockWallet(tx, businessId, [receivable, "bank", "own", "suspense"]);
  // Free credit pays no debt: it is never paid out, as this would.
  const paidMilli = available - (await findFreeCredit(businessId, tx)).freeMilli;
  const takenMilli = paidMilli < amountMilli ? paidMilli : amountMilli;
  const owedMilli = amountMilli - takenMilli;
  const take = (from: "available" | "receivable", amountMilli: bigint) =>
    amountMilli > 0n &&
    postTransfer(tx, {
      debit: { businessId, kind: from },
      credit: "suspense",
      amountMilli,
      kind: "reversal",
      reference: `${reference}:${from}`,
    });
  await take("available", takenMilli);
  await take("receivable", owedMilli);
  if (owedMilli > 0n) await suspend(tx, businessId, { reason: "", for: "receivable" });
  await cancelForPayment(tx, id, reason);
  return { owedMilli };
}
