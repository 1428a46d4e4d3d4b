import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireOpen } from "@/lib/access/businesses/lock";
import { resume } from "@/lib/access/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { lockAuthor, type MoneyAct, perform, performIn } from "@/lib/money/acts/perform";
import { keptTime, keptVnd } from "@/lib/money/acts/schema";
import { rearmAlert } from "@/lib/money/alerts/warn";
import { notifyDecision } from "@/lib/money/notify";
import { enterIn } from "@/lib/money/top-ups/entered";
import { giveCredit, recordMissingGrant, returnGrants } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import type { AdjustmentKind, AdjustmentStatus, NewAdjustment } from "./schema";

/** `amountVnd`: above zero adds credit, below zero takes it. */
export type Adjustment = { amountVnd: bigint; reason: string };

/** The same amount for the same reason moves nothing again. */
const keyOf = (amountVnd: bigint, reason: string) =>
  createHash("sha256").update(`${amountVnd}|${reason}`).digest("base64url");

export const adjustAct: MoneyAct<{ businessId: string; amountVnd: bigint; key: string }, void> = {
  kind: "credit.adjust",
  input: z.object({ businessId: z.string(), amountVnd: keptVnd, key: z.string() }),
  plan: async (_tx, { businessId, amountVnd }) => ({
    businessIds: [businessId],
    amountVnd,
    about: { byVnd: String(amountVnd) },
  }),
  carryOut: (tx, { businessId, amountVnd, key }, { operator, reason }) =>
    adjustIn(tx, operator, businessId, { amountVnd, reason, key }),
};

/**
 * Corrects credit without a payment, first what the business owes. Throws StaffError when less is available than is
 * taken, and for an amount and reason that were used before: that is a double click.
 */
export const adjustCredit = (operator: Operator, business: NamedBusiness, { amountVnd, reason }: Adjustment) =>
  perform(adjustAct, operator, { businessId: business.id, amountVnd, key: keyOf(amountVnd, reason) }, reason);

/** What carries it out, also as part of an adjustment: once for each `key` of the business. `besides`: what else the staff's log says of it. */
export async function adjustIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, reason, key }: Adjustment & { key: string },
  besides: Record<string, string> = {},
): Promise<void> {
  const amountMilli = amountVnd * 1000n;
  await requireOpen(tx, businessId);
  await recordMissingGrant(tx, businessId);
  await move(tx, businessId, { amountMilli, reference: `adjustment:${businessId}:${key}`, reason });
  const action = "credit.adjusted";
  const after = { amountMilli: String(amountMilli) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about: { ...after, ...besides } });
  await notifyDecision(tx, businessId, { kind: "creditAdjusted", amountMilli, reason });
  await recordAudit(tx, operatorIn(businessId), { action, after: { ...after, reason } });
}

type Move = { amountMilli: bigint; reference: string; reason: string };

async function move(tx: Transaction, businessId: string, { amountMilli, reference, reason }: Move): Promise<void> {
  const accounts = ["receivable", "available"] as const;
  const referenceOf = (kind: (typeof accounts)[number]) => `${reference}:${kind}`;
  const wallet = await lockWallet(tx, businessId, ["adjustment"]);
  if (await tx.transfer.findFirst({ where: { reference: { in: accounts.map(referenceOf) } }, select: { id: true } })) {
    throw new StaffError("operator.errors.adjustedBefore");
  }
  const kind = "adjustment";
  if (amountMilli < 0n) {
    if (wallet.available < -amountMilli) {
      throw new StaffError("operator.errors.notAvailable", { amount: String(wallet.available / 1000n) });
    }
    const debit = { businessId, kind: "available" } as const;
    const taken = {
      debit,
      credit: kind,
      amountMilli: -amountMilli,
      kind,
      reference: referenceOf("available"),
    } as const;
    await postTransfer(tx, taken);
    await returnGrants(tx, businessId, -amountMilli);
    return;
  }
  const owedMilli = -wallet.receivable;
  const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
  if (settledMilli > 0n) {
    const credit = { businessId, kind: "receivable" } as const;
    const settled = {
      debit: kind,
      credit,
      amountMilli: settledMilli,
      kind,
      reference: referenceOf("receivable"),
    } as const;
    await postTransfer(tx, settled);
  }
  const givenMilli = amountMilli - settledMilli;
  const given = { businessId, kind, amountMilli: givenMilli, reference: referenceOf("available"), reason } as const;
  if (givenMilli > 0n) await giveCredit(tx, given);
  await rearmAlert(tx, businessId, wallet.available + givenMilli);
  if (settledMilli > 0n && settledMilli === owedMilli) await resume(tx, businessId, "receivable");
}

/** `expiresAt`: when what is left of it is taken back; null for never. */
export type Promotion = { amountVnd: bigint; expiresAt: Date | null; reason: string };

type Granted = { businessId: string; amountVnd: bigint; expiresAt: Date | null; key: string };

export const grantAct: MoneyAct<Granted, void> = {
  kind: "credit.grant",
  input: z.object({ businessId: z.string(), amountVnd: keptVnd, expiresAt: keptTime.nullable(), key: z.string() }),
  plan: async (_tx, { businessId, amountVnd, expiresAt }) => ({
    businessIds: [businessId],
    amountVnd,
    about: { ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
  }),
  carryOut: (tx, { businessId, ...granted }, { operator, reason }) =>
    grantIn(tx, operator, businessId, { ...granted, reason }),
};

/** Throws StaffError for a past `expiresAt`, and for an amount and reason that were used before: a double click. */
export const grantPromotion = (operator: Operator, business: NamedBusiness, promotion: Promotion) => {
  const { amountVnd, expiresAt, reason } = promotion;
  const key = keyOf(amountVnd, reason);
  return perform(grantAct, operator, { businessId: business.id, amountVnd, expiresAt, key }, reason);
};

/** What carries it out, also as part of an adjustment: once for each `key` of the business. `besides`: what else the staff's log says of it. */
export async function grantIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, expiresAt, reason, key }: Promotion & { key: string },
  besides: Record<string, string> = {},
): Promise<void> {
  if (amountVnd <= 0n) throw new StaffError("operator.errors.grantBelowZero");
  if (expiresAt && expiresAt <= clock.now()) throw new StaffError("operator.errors.grantExpired");
  const amountMilli = amountVnd * 1000n;
  await requireOpen(tx, businessId);
  await recordMissingGrant(tx, businessId);
  const reference = `promotion:${businessId}:${key}`;
  const { available } = await lockWallet(tx, businessId, ["promotion"]);
  if (!(await giveCredit(tx, { businessId, kind: "promotion", amountMilli, reference, reason, expiresAt })))
    throw new StaffError("operator.errors.grantedBefore");
  await rearmAlert(tx, businessId, available + amountMilli);
  const action = "credit.granted";
  const after = { amountMilli: String(amountMilli), ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about: { ...after, ...besides } });
  await notifyDecision(tx, businessId, { kind: "creditGranted", amountMilli, reason });
  await recordAudit(tx, operatorIn(businessId), { action, after: { ...after, reason } });
}

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
