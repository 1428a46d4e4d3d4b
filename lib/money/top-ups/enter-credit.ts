import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { requireOpen } from "@/lib/access/businesses/require-open";
import type { NamedBusiness } from "@/lib/access/businesses/suspension/operate";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { keptVnd } from "@/lib/money/acts/schema";
import { creditPayment } from "@/lib/money/top-ups/credit";
import { operatorMethod } from "@/lib/money/top-ups/payment-method";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";

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
