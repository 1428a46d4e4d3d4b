import "server-only";
import { createHash } from "node:crypto";
import { OperatorError, recordPlatformAct } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { notifyDecision } from "@/lib/billing/notify";
import { lockBusiness } from "@/lib/businesses/lock";
import { resume } from "@/lib/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/businesses/suspension/operate";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import type { Operator } from "@/lib/principals/operator";
import { recordEarlier } from "@/lib/wallet/earlier-grants";
import { giveCredit, returnGrants } from "@/lib/wallet/grants";
import { lockWallet } from "@/lib/wallet/lock-wallet";
import { postTransfer } from "@/lib/wallet/post-transfer";

/** `amountVnd`: above zero adds credit, below zero takes it. */
export type Adjustment = { amountVnd: bigint; reason: string };

/**
 * Corrects a business's credit without a payment, first what it owes. Throws OperatorError when less is available than is
 * taken, and for an amount and reason that the business was adjusted with before: that is a double click.
 */
export async function adjustCredit(
  operator: Operator,
  { id: businessId }: NamedBusiness,
  { amountVnd, reason }: Adjustment,
): Promise<void> {
  const amountMilli = amountVnd * 1000n;
  const same = createHash("sha256").update(`${amountVnd}|${reason}`).digest("base64url");
  await db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId)))
      throw new OperatorError("The business is archived: its owner must restore it.");
    await recordEarlier(tx, businessId);
    await move(tx, businessId, { amountMilli, reference: `adjustment:${businessId}:${same}`, reason });
    const action = "credit.adjusted";
    const after = { amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about: after });
    await notifyDecision(tx, businessId, { kind: "creditAdjusted", amountMilli, reason });
    await recordAudit(tx, operatorIn(businessId), { action, after: { ...after, reason } });
  });
}

type Move = { amountMilli: bigint; reference: string; reason: string };

async function move(tx: Transaction, businessId: string, { amountMilli, reference, reason }: Move): Promise<void> {
  const accounts = ["receivable", "available"] as const;
  const referenceOf = (kind: (typeof accounts)[number]) => `${reference}:${kind}`;
  const wallet = await lockWallet(tx, businessId, ["adjustment"]);
  if (await tx.transfer.findFirst({ where: { reference: { in: accounts.map(referenceOf) } }, select: { id: true } })) {
    throw new OperatorError("The business was adjusted by this amount for this reason already. Give another reason.");
  }
  const kind = "adjustment";
  if (amountMilli < 0n) {
    if (wallet.available < -amountMilli) {
      throw new OperatorError(`The business has only ${wallet.available / 1000n} VND available.`);
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
  if (settledMilli > 0n && settledMilli === owedMilli) await resume(tx, businessId, "receivable");
}

/** `expiresAt`: when what is left of it is taken back; null for never. */
export type Promotion = { amountVnd: bigint; expiresAt: Date | null; reason: string };

/**
 * Gives a business free credit. Throws OperatorError for a time that has passed, and for an amount and reason that it was
 * given before: that is a double click.
 */
export async function grantPromotion(
  operator: Operator,
  { id: businessId }: NamedBusiness,
  { amountVnd, expiresAt, reason }: Promotion,
): Promise<void> {
  if (amountVnd <= 0n) throw new OperatorError("Free credit is above zero.");
  if (expiresAt && expiresAt <= clock.now()) throw new OperatorError("The free credit would have expired already.");
  const amountMilli = amountVnd * 1000n;
  const same = createHash("sha256").update(`${amountVnd}|${reason}`).digest("base64url");
  await db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId)))
      throw new OperatorError("The business is archived: its owner must restore it.");
    await recordEarlier(tx, businessId);
    const reference = `promotion:${businessId}:${same}`;
    if (!(await giveCredit(tx, { businessId, kind: "promotion", amountMilli, reference, reason, expiresAt }))) {
      throw new OperatorError("The business was given this amount for this reason already. Give another reason.");
    }
    const action = "credit.granted";
    const after = { amountMilli: String(amountMilli), ...(expiresAt && { expiresAt: expiresAt.toISOString() }) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about: after });
    await notifyDecision(tx, businessId, { kind: "creditGranted", amountMilli, reason });
    await recordAudit(tx, operatorIn(businessId), { action, after: { ...after, reason } });
  });
}
