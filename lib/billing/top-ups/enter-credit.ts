import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { creditPayment } from "@/lib/billing/top-ups/credit";
import { operatorMethod } from "@/lib/billing/top-ups/payment-method";
import { lockBusiness } from "@/lib/businesses/lock";
import type { NamedBusiness } from "@/lib/businesses/suspension/operate";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { newId } from "@/lib/ids";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";

/** `reference`: the number of the contract or receipt, which is credited once. */
export type EnteredPayment = { amountVnd: bigint; reference: string; reason: string };

/** Credits money that was paid outside the bank transfers that we see. Returns the id of its top-up. Throws StaffError. */
export const enterCredit = (operator: Operator, { id }: NamedBusiness, payment: EnteredPayment): Promise<string> =>
  db.$transaction((tx) => enterIn(tx, operator, id, payment));

/** The same in a transaction. `besides`: what else the staff's log says of it. */
export async function enterIn(
  tx: Transaction,
  operator: Operator,
  businessId: string,
  { amountVnd, reference, reason }: EnteredPayment,
  besides: Record<string, string> = {},
): Promise<string> {
  requireOperatorRight(operator, "money");
  const id = newId("topUp");
  const method = operatorMethod.name;
  if (!(await lockBusiness(tx, businessId))) throw new StaffError("operator.errors.archived");
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
