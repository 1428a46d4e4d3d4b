import "server-only";
import { createHash } from "node:crypto";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { rearmAlert } from "@/lib/billing/alerts/rearm";
import { notifyDecision } from "@/lib/billing/notify";
import { lockBusiness } from "@/lib/businesses/lock";
import { resume } from "@/lib/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/businesses/suspension/operate";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { recordEarlier } from "@/lib/wallet/earlier-grants";
import { giveCredit, returnGrants } from "@/lib/wallet/grants";
import { lockWallet } from "@/lib/wallet/lock-wallet";
import { postTransfer } from "@/lib/wallet/post-transfer";

/** `amountVnd`: above zero adds credit, below zero takes it. */
export type Adjustment = { amountVnd: bigint; reason: string };

/**
 * Corrects credit without a payment, first what the business owes. Throws StaffError when less is available than is
 * taken, and for an amount and reason that were used before: that is a double click.
 */
export async function adjustCredit(operator: Operator, business: NamedBusiness, adjustment: Adjustment): Promise<void> {
  const { amountVnd, reason } = adjustment;
  const key = createHash("sha256").update(`${amountVnd}|${reason}`).digest("base64url");
  await db.$transaction((tx) => adjustIn(tx, operator, business.id, { ...adjustment, key }));
}

/** The same in a transaction, once for each `key` of the business. `besides`: what else the staff's log says of it. */
export async function adjustIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, reason, key }: Adjustment & { key: string },
  besides: Record<string, string> = {},
): Promise<void> {
  requireOperatorRight(operator, "money");
  const amountMilli = amountVnd * 1000n;
  if (!(await lockBusiness(tx, businessId))) throw new StaffError("operator.errors.archived");
  await recordEarlier(tx, businessId);
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

/** Throws StaffError for a past `expiresAt`, and for an amount and reason that were used before: a double click. */
export async function grantPromotion(operator: Operator, business: NamedBusiness, promotion: Promotion): Promise<void> {
  const key = createHash("sha256").update(`${promotion.amountVnd}|${promotion.reason}`).digest("base64url");
  await db.$transaction((tx) => grantIn(tx, operator, business.id, { ...promotion, key }));
}

/** The same in a transaction, once for each `key` of the business. `besides`: what else the staff's log says of it. */
export async function grantIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, expiresAt, reason, key }: Promotion & { key: string },
  besides: Record<string, string> = {},
): Promise<void> {
  requireOperatorRight(operator, "money");
  if (amountVnd <= 0n) throw new StaffError("operator.errors.grantBelowZero");
  if (expiresAt && expiresAt <= clock.now()) throw new StaffError("operator.errors.grantExpired");
  const amountMilli = amountVnd * 1000n;
  if (!(await lockBusiness(tx, businessId))) throw new StaffError("operator.errors.archived");
  await recordEarlier(tx, businessId);
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
