import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { reverseCredited } from "@/lib/billing/bank-transfers/reverse";
import { db } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { lockTransfer } from "./assign-unclaimed";

/** Returns what the business owes now, for which it is suspended. Throws StaffError if it is reversed or outgoing. */
export async function reverseTransfer(operator: Operator, id: string, reason: string): Promise<bigint> {
  requireOperatorRight(operator, "money");
  return db.$transaction(async (tx) => {
    const { direction, status, businessId, amountVnd } = await lockTransfer(tx, id);
    if (direction === "out") throw new StaffError("operator.errors.outgoing", { id });
    if (status === "reversed") throw new StaffError("operator.errors.transferDecided", { id, status });
    const { owedMilli } = await reverseCredited(tx, id, reason);
    const action = "transfer.reversed";
    const amountMilli = String(amountVnd * 1000n);
    const about = { transferId: id, amountMilli, owedMilli: String(owedMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    if (businessId) {
      await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
    }
    return owedMilli;
  });
}
