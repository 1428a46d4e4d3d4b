import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/audit/record";
import { unassignTransfer } from "@/lib/billing/bank-transfers/unassign";
import { db } from "@/lib/db";
import { type Operator, requireOperatorRight } from "@/lib/principals/operator";
import { lockTransfer } from "./assign-unclaimed";

/** Returns the business's id and what it owes now, for which it is suspended. Throws StaffError unless credited. */
export async function unassign(operator: Operator, id: string, reason: string) {
  requireOperatorRight(operator, "money");
  return db.$transaction(async (tx) => {
    const { status } = await lockTransfer(tx, id);
    if (status !== "credited") throw new StaffError("operator.errors.notCredited", { id, status });
    const { businessId, amountVnd, owedMilli } = await unassignTransfer(tx, id, reason);
    const action = "transfer.unassigned";
    const amountMilli = String(amountVnd * 1000n);
    const about = { transferId: id, amountMilli, owedMilli: String(owedMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
    return { businessId, owedMilli };
  });
}
