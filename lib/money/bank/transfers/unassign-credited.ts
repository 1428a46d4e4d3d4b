import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { unassignTransfer } from "@/lib/money/bank/transfers/unassign";
import { lockTransfer } from "./assign-unclaimed";
import { listConcerned, stateOf } from "./lock";

export const unassignAct: MoneyAct<{ id: string }, { businessId: string; owedMilli: bigint }> = {
  kind: "transfer.unassign",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockTransfer(tx, id);
    const { status, amountVnd } = transfer;
    if (status !== "credited") throw new StaffError("operator.errors.notCredited", { id, status });
    const businessIds = await listConcerned(tx, transfer);
    return { businessIds, amountVnd, about: { transferId: id }, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountVnd, owedMilli } = await unassignTransfer(tx, id, reason);
    const action = "transfer.unassigned";
    const amountMilli = String(amountVnd * 1000n);
    const about = { transferId: id, amountMilli, owedMilli: String(owedMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
    return { businessId, owedMilli };
  },
};

/** Returns the business's id and what it owes now, for which it is suspended. Throws StaffError unless credited. */
export const unassign = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(unassignAct, operator, { id }, reason, seen);
