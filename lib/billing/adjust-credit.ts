import "server-only";
import { createHash } from "node:crypto";
import { OperatorError, recordPlatformAct } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { notifyDecision } from "@/lib/billing/notify";
import { lockBusiness } from "@/lib/businesses/lock";
import { resume } from "@/lib/businesses/suspension/change";
import type { NamedBusiness } from "@/lib/businesses/suspension/operate";
import { db, type Transaction } from "@/lib/db";
import type { Operator } from "@/lib/principals/operator";
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
    await move(tx, businessId, amountMilli, `adjustment:${businessId}:${same}`);
    const action = "credit.adjusted";
    const after = { amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about: after });
    await notifyDecision(tx, businessId, { kind: "creditAdjusted", amountMilli, reason });
    await recordAudit(tx, operatorIn(businessId), { action, after: { ...after, reason } });
  });
}

async function move(tx: Transaction, businessId: string, amountMilli: bigint, reference: string): Promise<void> {
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
    return;
  }
  const owedMilli = -wallet.receivable;
  const settledMilli = owedMilli < amountMilli ? owedMilli : amountMilli;
  const amounts = { receivable: settledMilli, available: amountMilli - settledMilli };
  for (const account of accounts) {
    if (amounts[account] === 0n) continue;
    const credit = { businessId, kind: account } as const;
    const added = {
      debit: kind,
      credit,
      amountMilli: amounts[account],
      kind,
      reference: referenceOf(account),
    } as const;
    await postTransfer(tx, added);
  }
  if (settledMilli > 0n && settledMilli === owedMilli) await resume(tx, businessId, "receivable");
}
