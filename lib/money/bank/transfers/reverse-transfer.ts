import "server-only";
import { z } from "zod";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import type { Operator } from "@/lib/access/principals/operator";
import { type MoneyAct, perform } from "@/lib/money/acts/perform";
import { reverseCredited } from "@/lib/money/bank/transfers/reverse";
import { lockTransfer } from "./assign-unclaimed";
import { listConcerned, stateOf } from "./lock";

export const reverseAct: MoneyAct<{ id: string }, bigint> = {
  kind: "transfer.reverse",
  input: z.object({ id: z.string() }),
  async plan(tx, { id }) {
    const transfer = await lockTransfer(tx, id);
    const { direction, status, amountVnd } = transfer;
    if (direction === "out") throw new StaffError("operator.errors.outgoing", { id });
    if (status !== "credited" && status !== "unmatched")
      throw new StaffError("operator.errors.transferDecided", { id, status });
    const about = { transferId: id, from: status };
    return { businessIds: await listConcerned(tx, transfer), amountVnd, about, state: stateOf(transfer) };
  },
  async carryOut(tx, { id }, { operator, reason }) {
    const { businessId, amountVnd } = await lockTransfer(tx, id);
    const { owedMilli } = await reverseCredited(tx, id, reason);
    const action = "transfer.reversed";
    const amountMilli = String(amountVnd * 1000n);
    const about = { transferId: id, amountMilli, owedMilli: String(owedMilli) };
    await recordPlatformAct(tx, operator, { action, businessId, reason, about });
    if (businessId) {
      await recordAudit(tx, operatorIn(businessId), { action, subject: id, after: { amountMilli, reason } });
    }
    return owedMilli;
  },
};

/** Returns what the business owes now, for which it is suspended. Throws StaffError unless it is credited or unmatched. */
export const reverseTransfer = (operator: Operator, id: string, reason: string, seen?: string) =>
  perform(reverseAct, operator, { id }, reason, seen);
