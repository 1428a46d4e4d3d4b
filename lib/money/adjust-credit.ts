import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireOpen } from "@/lib/access/businesses/require-open";
import { resume } from "@/lib/access/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { keptTime, keptVnd } from "@/lib/money/acts/schema";
import { rearmAlert } from "@/lib/money/alerts/rearm";
import { notifyDecision } from "@/lib/money/notify";
import { giveCredit, returnGrants } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { recordMissingGrant } from "@/lib/money/wallet/missing-grant";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";

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
