import "server-only";
import { isDeepStrictEqual } from "node:util";
import { StaffError, system } from "@/lib/access/audit/platform-acts";
import { requireNotOwn } from "@/lib/access/businesses/not-own";
import { findGrant, findMover, requireMover, whyNotTwo } from "@/lib/access/movers";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { adjustAct, bookAct, grantAct } from "@/lib/money/adjustments/adjust-credit";
import { assignAct, unassignAct } from "@/lib/money/bank/transfers/assign";
import { closeOwnAct, closeReturnedAct } from "@/lib/money/bank/transfers/close";
import { reverseAct } from "@/lib/money/bank/transfers/reverse";
import { reopenAct, voidAct } from "@/lib/money/bank/transfers/undo";
import { approveClaimAct, rejectClaimAct } from "@/lib/money/claims/decide";
import { priceAct } from "@/lib/money/prices/register-operator-price";
import { approveRefundAct } from "@/lib/money/refunds/approve";
import { closeRefundAct, payRefundAct, rejectRefundAct } from "@/lib/money/refunds/decide";
import { correctAct, enterAct } from "@/lib/money/top-ups/entered";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { isId } from "@/lib/platform/ids";
import type { MoneyAct as Row } from "@/prisma/generated/client";
import { type MoneyAct, planned, recordDecision, waitsMs } from "./perform";
import type { MoneyActKind } from "./schema";

// biome-ignore lint/suspicious/noExplicitAny: each reads its own input before it gets it
type AnyAct = MoneyAct<any, unknown>;

/** Every act of the staff that moves money or sets what is charged. */
const moneyActs: Record<MoneyActKind, AnyAct> = {
  "credit.book": bookAct,
  "credit.enter": enterAct,
  "credit.adjust": adjustAct,
  "credit.grant": grantAct,
  "credit.correct": correctAct,
  "claim.approve": approveClaimAct,
  "claim.reject": rejectClaimAct,
  "transfer.assign": assignAct,
  "transfer.unassign": unassignAct,
  "transfer.reverse": reverseAct,
  "transfer.void": voidAct,
  "transfer.reopen": reopenAct,
  "transfer.closeOwn": closeOwnAct,
  "transfer.closeReturned": closeReturnedAct,
  "transfer.closeRefund": closeRefundAct,
  "refund.approve": approveRefundAct,
  "refund.pay": payRefundAct,
  "refund.reject": rejectRefundAct,
  "price.add": priceAct,
};

const actOf = ({ kind }: Row) => moneyActs[kind as MoneyActKind];

/**
 * Carries out what someone else asked for, if it still is what they asked for: everything is checked again. `id`: the
 * act's, or its adjustment's. Throws StaffError for the author, whatever their role is now, for someone who belongs to
 * the business or does not count as another person, once the author no longer moves money, and where anything changed
 * meanwhile.
 */
export async function approveMoneyAct(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    const approver = await findMover(tx, operator);
    const author = { userId: row.authorId, grantedAt: row.authorGrantedAt, grantedBy: row.authorGrantedBy };
    const doubt = await whyNotTwo(tx, author, approver);
    if (doubt === "onePerson") throw new StaffError("operator.errors.ownAct");
    if (isOver(row)) throw new StaffError("operator.errors.actDecided", { id: row.id, status: "expired" });
    await requireMover(tx, author.userId);
    if (doubt) throw new StaffError("operator.errors.notTwo");
    const act = actOf(row);
    const input = act.input.parse(row.input);
    const { plan, state } = await planned(act, tx, input);
    const { businessIds, amountVnd, about } = row;
    const isSame = isDeepStrictEqual(plan, { businessIds, amountVnd, about }) && (row.state ?? state) === state;
    if (!isSame) throw new StaffError("operator.errors.actChanged");
    for (const { userId } of [author, approver]) await requireNotOwn(tx, userId, businessIds);
    const decided = { decidedById: approver.userId, decision: reason, decidedAt: clock.now() };
    await tx.moneyAct.update({ where: { id: row.id }, data: { status: "done", ...decided }, select: { id: true } });
    const approval = { userId: approver.userId, reason };
    await act.carryOut(tx, input, { operator, reason: row.reason, approval });
    await recordDecision(tx, operator, { ...row, action: act.log?.approved ?? "act.approved", why: reason });
  });
}

/** Its author can reject it too. Throws StaffError for one that is decided already, and for anyone else of its business. */
export async function rejectMoneyAct(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "money");
  await db.$transaction(async (tx) => {
    const row = await lockOpen(tx, id);
    const { userId } = await findMover(tx, operator);
    if (userId !== row.authorId) await requireNotOwn(tx, userId, row.businessIds);
    await dropAct(tx, row, { status: "rejected", userId, reason });
    await recordDecision(tx, operator, { ...row, action: actOf(row).log?.rejected ?? "act.rejected", why: reason });
  });
}

const mostAtOnce = 100;

/** Closes what waited for seven days. Returns how many. */
export async function expireMoneyActs(): Promise<number> {
  const where = { status: "open", createdAt: { lte: new Date(+clock.now() - waitsMs) } };
  const found = await db.moneyAct.findMany({ where, select: { id: true }, take: mostAtOnce });
  for (const { id } of found)
    await db.$transaction(async (tx) => {
      const row = await lockAct(tx, id);
      if (row?.status !== "open") return;
      await dropAct(tx, row, { status: "expired", userId: null, reason: "" });
      await recordDecision(tx, system, { ...row, action: "act.expired", why: "" });
    });
  return found.length;
}

export const isOver = ({ createdAt }: { createdAt: Date }): boolean => +createdAt <= +clock.now() - waitsMs;

type Dropped = { status: "rejected" | "expired"; userId: string | null; reason: string };

async function dropAct(tx: Transaction, row: Row, { status, userId, reason }: Dropped): Promise<void> {
  const data = { status, decidedById: userId, decision: reason, decidedAt: clock.now() };
  await tx.moneyAct.update({ where: { id: row.id }, data, select: { id: true } });
  const act = actOf(row);
  await act.drop?.(tx, act.input.parse(row.input), { userId, reason });
}

async function lockAct(tx: Transaction, id: string): Promise<Row | null> {
  await tx.$queryRaw`SELECT id FROM money_acts WHERE id = ${id} FOR UPDATE`;
  return tx.moneyAct.findUnique({ where: { id } });
}

async function lockOpen(tx: Transaction, id: string): Promise<Row> {
  const row = isId("adjustment", id) ? await lockOfAdjustment(tx, id) : await lockAct(tx, id);
  if (!row) throw new StaffError("operator.errors.noAct", { id });
  if (row.status !== "open") throw new StaffError("operator.errors.actDecided", { id, status: row.status });
  return row;
}

/** Of an adjustment that an earlier release made, its act is written down now. */
async function lockOfAdjustment(tx: Transaction, adjustmentId: string): Promise<Row | null> {
  await tx.$queryRaw`SELECT id FROM credit_adjustments WHERE id = ${adjustmentId} FOR UPDATE`;
  const input = { adjustmentId };
  const found = await tx.moneyAct.findFirst({ where: { kind: "credit.book", input: { equals: input } } });
  if (found) return lockAct(tx, found.id);
  const adjustment = await tx.creditAdjustment.findUnique({ where: { id: adjustmentId } });
  if (!adjustment) return null;
  const { status, authorId, reason, needsApproval, decidedById, createdAt } = adjustment;
  const { grantedAt, grantedBy } = await findGrant(tx, authorId);
  const { plan } = await planned(moneyActs["credit.book"], tx, input);
  const author = { authorId, authorGrantedAt: grantedAt, authorGrantedBy: grantedBy };
  const row = { id: adjustmentId.replace("adj_", "mny_"), kind: "credit.book", input, ...plan, ...author };
  const state = { reason, status, needsSecond: needsApproval, decidedById, createdAt };
  return tx.moneyAct.create({ data: { ...row, ...state } });
}
