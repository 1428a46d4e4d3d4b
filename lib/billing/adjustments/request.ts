import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { adjustIn, grantIn } from "@/lib/billing/adjust-credit";
import { enterIn } from "@/lib/billing/top-ups/enter-credit";
import { requireNotOwn } from "@/lib/businesses/not-own";
import { clock, days } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { staffCan, staffRoles } from "@/lib/principals/roles";
import { secondFactorOf } from "@/lib/sessions/second-factor";
import type { AdjustmentStatus, NewAdjustment } from "./schema";

export type Requested = { id: string; status: AdjustmentStatus };

/**
 * Credits a business, or takes credit, by a document. Waits for a second person above CREDIT_APPROVAL_ABOVE_VND,
 * together with what the same person did for this business within a day. Throws StaffError where there is no such
 * person, where the same was entered before, and where it cannot be done.
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
  requireOperatorRight(operator, "money");
  const authorId = await findStaffId(tx, operator);
  await requireNotOwn(tx, operator, businessId);
  const { kind, amountVnd, reference, reason } = wanted;
  if (kind !== "goodwill" && amountVnd < 0n) throw new StaffError("operator.errors.contractBelowZero");
  // One at a time for each business, so that two halves of an amount are added up.
  await tx.$queryRaw`SELECT id FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
  const same = { businessId, kind, amountVnd, reference, status: { not: "rejected" } };
  if (await tx.creditAdjustment.findFirst({ where: same, select: { id: true } }))
    throw new StaffError("operator.errors.adjustmentRepeated", { reference });
  const needsApproval = batch?.needsApproval || (await isAboveLimit(tx, authorId, businessId, amountVnd));
  if (needsApproval) await requireSecondPerson(tx, authorId);
  const id = newId("adjustment");
  const status = needsApproval ? "open" : "done";
  const now = clock.now();
  const row = { id, batchId: batch?.id, businessId, ...wanted, status, authorId, needsApproval, createdAt: now };
  await tx.creditAdjustment.create({
    data: { ...row, decidedAt: needsApproval ? null : now },
    select: { id: true },
  });
  if (!needsApproval) await book(tx, operator, { id, businessId, ...wanted });
  else {
    const about = { adjustmentId: id, kind, reference, amountMilli: String(amountVnd * 1000n) };
    await recordPlatformAct(tx, operator, { action: "credit.requested", businessId, reason, about });
  }
  return { id, status };
}

/** Moves the money: under a contract as a payment, as goodwill from the account of adjustments. */
export async function book(
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

const sizeOf = (amountVnd: bigint) => (amountVnd < 0n ? -amountVnd : amountVnd);

/** What the amounts move together, whether they give or take. */
export const sumOfSizes = (amountsVnd: readonly bigint[]): bigint =>
  amountsVnd.reduce((sum, amountVnd) => sum + sizeOf(amountVnd), 0n);

/** Whether amounts that one person gives or takes together need a second one. */
export const isAbove = (amountsVnd: readonly bigint[]): boolean =>
  sumOfSizes(amountsVnd) > env.CREDIT_APPROVAL_ABOVE_VND;

async function isAboveLimit(tx: Transaction, authorId: string, businessId: string, amountVnd: bigint) {
  const createdAt = { gt: new Date(+clock.now() - days(1)) };
  const where = { authorId, businessId, createdAt, needsApproval: false };
  const earlier = await tx.creditAdjustment.findMany({ where, select: { amountVnd: true } });
  return isAbove([amountVnd, ...earlier.map((row) => row.amountVnd)]);
}

const approvers = staffRoles.filter((role) => staffCan(role, "money"));

/** Throws StaffError if no one else can approve, so that nothing waits for a person who does not exist. */
export async function requireSecondPerson(tx: Transaction, authorId: string): Promise<void> {
  const found = await tx.$queryRawUnsafe<unknown[]>(
    `SELECT 1 FROM staff_members s JOIN users u ON u.id = s.user_id
     WHERE s.role = ANY ($1) AND u.id <> $2 AND ${secondFactorOf("u.id")} LIMIT 1`,
    approvers,
    authorId,
  );
  if (found.length === 0) throw new StaffError("operator.errors.noSecondPerson", { limit: limitOf() });
}

const limitOf = () => new Intl.NumberFormat("en").format(env.CREDIT_APPROVAL_ABOVE_VND);

/** In the terminal, the account of the given email address. Throws StaffError if that account does not move money. */
export async function findStaffId(tx: Transaction, operator: Operator): Promise<string> {
  if (operator.via === "desk") return operator.userId;
  const email = operator.email.toLowerCase();
  const where = { user: { email }, role: { in: approvers } };
  const found = await tx.staffMember.findFirst({ where, select: { userId: true } });
  if (!found) throw new StaffError("operator.errors.notFinance", { email });
  return found.userId;
}
