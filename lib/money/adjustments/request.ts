import "server-only";
import { z } from "zod";
import { StaffError } from "@/lib/access/audit/platform-acts";
import type { Operator } from "@/lib/access/principals/operator";
import { lockAuthor, type MoneyAct, performIn } from "@/lib/money/acts/perform";
import { adjustIn, grantIn } from "@/lib/money/adjust-credit";
import { enterIn } from "@/lib/money/top-ups/enter-credit";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AdjustmentKind, AdjustmentStatus, NewAdjustment } from "./schema";

export type Requested = { id: string; status: AdjustmentStatus };

/**
 * Credits a business, or takes credit, by a document, as `perform` does. Throws StaffError also where the same was
 * entered before, and where it cannot be done.
 */
export function requestAdjustment(operator: Operator, businessId: string, wanted: NewAdjustment): Promise<Requested> {
  return db.$transaction((tx) => requestIn(tx, operator, businessId, wanted));
}

/** The same in a transaction. `batch`: of a file, with the sum of its amounts. */
export async function requestIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  wanted: NewAdjustment,
  batch?: { id: string; needsApproval: boolean },
): Promise<Requested> {
  const { userId: authorId } = await lockAuthor(tx, operator);
  const { kind, amountVnd, reference, reason } = wanted;
  if (kind !== "goodwill" && amountVnd < 0n) throw new StaffError("operator.errors.contractBelowZero");
  // One at a time for each business, so that the same is not entered twice.
  await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
  const same = { businessId, kind, amountVnd, reference, status: { not: "rejected" } };
  if (await tx.creditAdjustment.findFirst({ where: same, select: { id: true } }))
    throw new StaffError("operator.errors.adjustmentRepeated", { reference });
  const id = newId("adjustment");
  const row = { id, batchId: batch?.id, businessId, ...wanted, authorId, createdAt: clock.now() };
  await tx.creditAdjustment.create({ data: { ...row, status: "open", needsApproval: false }, select: { id: true } });
  const needsSecond = batch?.needsApproval;
  const { status } = await performIn(tx, bookAct, operator, { adjustmentId: id }, { reason, needsSecond });
  return { id, status };
}

async function lockAdjustment(tx: Transaction, id: string) {
  await tx.$queryRaw`SELECT id FROM credit_adjustments WHERE id = ${id} FOR UPDATE`;
  const found = await tx.creditAdjustment.findUnique({ where: { id } });
  if (!found) throw new StaffError("operator.errors.noAdjustment", { id });
  return { ...found, kind: found.kind as AdjustmentKind };
}

/** Its row is the document, of which there is one of each number and amount; the act is what books it. */
export const bookAct: MoneyAct<{ adjustmentId: string }, void> = {
  kind: "credit.book",
  input: z.object({ adjustmentId: z.string() }),
  async plan(tx, { adjustmentId }) {
    const { businessId, amountVnd, kind, reference } = await lockAdjustment(tx, adjustmentId);
    return { businessIds: [businessId], amountVnd, about: { adjustmentId, kind, reference, byVnd: String(amountVnd) } };
  },
  async carryOut(tx, { adjustmentId: id }, { operator, approval }) {
    const adjustment = await lockAdjustment(tx, id);
    const decided = { decidedAt: clock.now(), decidedById: approval?.userId, decision: approval?.reason };
    await tx.creditAdjustment.update({ where: { id }, data: { status: "done", ...decided }, select: { id: true } });
    await book(tx, operator, adjustment);
  },
  async wait(tx, { adjustmentId: id }) {
    await tx.creditAdjustment.update({ where: { id }, data: { needsApproval: true }, select: { id: true } });
  },
  async drop(tx, { adjustmentId: id }, { userId: decidedById, reason: decision }) {
    const decided = { decidedById, decision, decidedAt: clock.now() };
    await tx.creditAdjustment.update({ where: { id }, data: { status: "rejected", ...decided }, select: { id: true } });
  },
  log: { requested: "credit.requested", approved: "credit.approved", rejected: "credit.rejected" },
};

/** Moves the money: under a contract as a payment, as goodwill from the account of adjustments. */
async function book(
  tx: Transaction,
  operator: Operator,
  { id, businessId, kind, amountVnd, reference, reason, expiresAt = null }: NewAdjustment & Booked,
): Promise<void> {
  const about = { adjustmentId: id, reference };
  const key = id;
  if (kind === "contract") await enterIn(tx, operator, businessId, { amountVnd, reference, reason }, about);
  else if (kind === "goodwill") await adjustIn(tx, operator, businessId, { amountVnd, reason, key }, about);
  else await grantIn(tx, operator, businessId, { amountVnd, reason, expiresAt, key }, about);
}

type Booked = { id: string; businessId: string };
