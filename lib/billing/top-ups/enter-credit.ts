import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { creditPayment } from "@/lib/billing/top-ups/credit";
import { operatorMethod } from "@/lib/billing/top-ups/payment-method";
import { lockBusiness } from "@/lib/businesses/lock";
import type { NamedBusiness } from "@/lib/businesses/suspension/operate";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import type { Operator } from "@/lib/principals/operator";

/** `reference`: the number of the contract or receipt, which is credited once. */
export type EnteredPayment = { amountVnd: bigint; reference: string; reason: string };

/** Credits money that was paid outside the bank transfers that we see. Returns the id of its top-up. Throws OperatorError. */
export async function enterCredit(
  operator: Operator,
  { id: businessId }: NamedBusiness,
  { amountVnd, reference, reason }: EnteredPayment,
): Promise<string> {
  const id = newId("topUp");
  const method = operatorMethod.name;
  await db.$transaction(async (tx) => {
    if (!(await lockBusiness(tx, businessId)))
      throw new OperatorError("The business is archived: its owner must restore it.");
    const row = { id, businessId, method, amountVnd, externalReference: reference, createdAt: clock.now() };
    // Waits for another transaction with the same reference.
    const { count } = await tx.topUp.createMany({ data: [row], skipDuplicates: true });
    if (count === 0) throw new OperatorError(`The reference ${reference} was entered already.`);
    await creditPayment(tx, operatorMethod, { id, businessId, topUpId: id, amountVnd });
    const action = "credit.entered";
    const amountMilli = String(amountVnd * 1000n);
    await recordPlatformAct(tx, operator, {
      action,
      businessId,
      reason,
      about: { topUpId: id, amountMilli, reference },
    });
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reference, reason } });
  });
  return id;
}
