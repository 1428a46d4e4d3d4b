import "server-only";
import { createHash } from "node:crypto";
import { z } from "zod";
import { OperatorError, recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireOpen } from "@/lib/access/businesses/lock";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { keptVnd } from "@/lib/money/acts/schema";
import { changePayment } from "@/lib/money/invoices/changes";
import { cancelForPayment } from "@/lib/money/invoices/correct";
import { notifyDecision } from "@/lib/money/notify";
import { findFreeCredit, recordMissingGrant } from "@/lib/money/wallet/grants";
import { lockWallet } from "@/lib/money/wallet/lock-wallet";
import { postTransfer } from "@/lib/money/wallet/post-transfer";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { correctedSource, creditPayment, operatorMethod, payIn } from "./credit";

/** `reference`: the number of the contract or receipt, which is credited once. */
export type EnteredPayment = { amountVnd: bigint; reference: string; reason: string };

type Entered = { businessId: string; amountVnd: bigint; reference: string };

export const enterAct: MoneyAct<Entered, string> = {
  kind: "credit.enter",
  input: z.object({ businessId: z.string(), amountVnd: keptVnd, reference: z.string() }),
  plan: async (_tx, { businessId, amountVnd, reference }) => ({
    businessIds: [businessId],
    amountVnd,
    about: { reference },
  }),
  carryOut: (tx, { businessId, ...payment }, { operator, reason }) =>
    enterIn(tx, operator, businessId, { ...payment, reason }),
};

/** Credits money that was paid outside the bank transfers that we see. Returns the id of its top-up. Throws StaffError. */
export const enterCredit = (operator: Operator, { id: businessId }: NamedBusiness, payment: EnteredPayment) => {
  const { amountVnd, reference, reason } = payment;
  return perform(enterAct, operator, { businessId, amountVnd, reference }, reason);
};

/** What carries it out, also as part of an adjustment. `besides`: what else the staff's log says of it. */
export async function enterIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, reference, reason }: EnteredPayment,
  besides: Record<string, string> = {},
): Promise<string> {
  const id = newId("topUp");
  const method = operatorMethod.name;
  await requireOpen(tx, businessId);
  const row = { id, businessId, method, amountVnd, externalReference: reference, createdAt: clock.now() };
  // Waits for another transaction with the same reference.
  const { count } = await tx.topUp.createMany({ data: [row], skipDuplicates: true });
  if (count === 0) throw new StaffError("operator.errors.referenceUsed", { reference });
  await creditPayment(tx, operatorMethod, { id, businessId, topUpId: id, amountVnd });
  const action = "credit.entered";
  const amountMilli = String(amountVnd * 1000n);
  const about = { topUpId: id, amountMilli, reference, ...besides };
  await recordPlatformAct(tx, operator, { action, businessId, reason, about });
  await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reference, reason } });
  return id;
}

async function findEntered(tx: Transaction, id: string) {
  const payment = await tx.topUp.findFirst({ where: { id, method: operatorMethod.name } });
  if (!payment) throw new OperatorError(`There is no payment ${id} that an operator entered.`);
  return payment;
}

export const correctAct: MoneyAct<{ id: string; amountVnd: bigint; key: string }, string> = {
  kind: "credit.correct",
  input: z.object({ id: z.string(), amountVnd: keptVnd, key: z.string() }),
  async plan(tx, { id, amountVnd }) {
    const { businessId } = await findEntered(tx, id);
    return { businessIds: [businessId], amountVnd, about: { topUpId: id, byVnd: String(amountVnd) } };
  },
  async carryOut(tx, { id, amountVnd, key }, { operator, reason }) {
    const source = `${correctedSource}${id}:${key}`;
    const amountMilli = amountVnd * 1000n;
    const payment = await findEntered(tx, id);
    const { businessId } = payment;
    await requireOpen(tx, businessId);
    await recordMissingGrant(tx, businessId);
    if ((await tx.paymentChange.count({ where: { subject: id, source } })) > 0) {
      throw new OperatorError("The payment was changed by this amount for this reason already. Give another reason.");
    }
    const changed = await tx.paymentChange.aggregate({ where: { subject: id }, _sum: { amountVnd: true } });
    const leftVnd = payment.amountVnd + (changed._sum.amountVnd ?? 0n);
    if (leftVnd + amountVnd < 0n) throw new OperatorError(`The payment ${id} is of ${leftVnd} VND.`);
    if (amountVnd < 0n) await takeOut(tx, businessId, { amountMilli: -amountMilli, reference: source });
    else await payIn(tx, operatorMethod, { businessId, amountMilli, reference: source });
    const action = "credit.adjusted";
    const about = { topUpId: id, amountMilli: String(amountMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    await notifyDecision(tx, businessId, { kind: "creditAdjusted", amountMilli, reason });
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { ...about, reason } });
    if (leftVnd + amountVnd === 0n) await cancelForPayment(tx, id, reason);
    await changePayment(tx, businessId, { subject: id, source, amountVnd, reason });
    return businessId;
  },
};

/**
 * Changes a payment that an operator entered, and adjusts its invoice, or cancels it where nothing is left. Returns its
 * business. Throws OperatorError for any other payment, where more is taken than it was of or than is left of the paid
 * credit, and for an amount and reason that were used before: that is a double click.
 */
export const correctEntered = (
  operator: Operator,
  id: string,
  { amountVnd, reason }: { amountVnd: bigint; reason: string },
) => {
  const key = createHash("sha256").update(`${amountVnd}|${reason}`).digest("base64url");
  return perform(correctAct, operator, { id, amountVnd, key }, reason);
};

async function takeOut(
  tx: Transaction,
  businessId: string,
  { amountMilli, reference }: { amountMilli: bigint; reference: string },
): Promise<void> {
  const { debit: credit } = operatorMethod;
  const { available } = await lockWallet(tx, businessId, [credit]);
  const paidMilli = available - (await findFreeCredit(businessId, tx)).freeMilli;
  if (paidMilli < amountMilli) {
    throw new OperatorError(`The business has only ${paidMilli / 1000n} VND of paid credit available.`);
  }
  const debit = { businessId, kind: "available" } as const;
  await postTransfer(tx, { debit, credit, amountMilli, kind: "reversal", reference: `${reference}:available` });
}
