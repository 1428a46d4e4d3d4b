import "server-only";
import { recordPlatformAct, StaffError } from "@/lib/access/audit/platform-acts";
import { sqlOf } from "@/lib/access/events/write-events";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { type Chosen, dropMessages, retryMessages } from "@/lib/platform/outbox/operate";
import { replay } from "@/lib/platform/stream/dead-letters";
import type { MessageAct } from "./schema";

/** In an entry of the log; the rest is counted. */
const mostNamed = 10;

/** Has results that were set aside recorded again; null: all of them. Returns which ones. */
export async function replayResults(operator: Operator, keys: string[] | null, reason: string): Promise<string[]> {
  requireOperatorRight(operator, "work");
  return db.$transaction(async (tx) => {
    const replayed = await replay(keys, sqlOf(tx));
    if (replayed.length > 0) {
      const about = { count: String(replayed.length), keys: replayed.slice(0, mostNamed).join(", ") };
      await recordPlatformAct(tx, operator, { action: "results.replayed", businessId: null, reason, about });
    }
    return replayed;
  });
}

const acts = {
  retry: { run: retryMessages, action: "messages.retried" },
  drop: { run: dropMessages, action: "messages.dropped" },
} as const;

/** Sends messages again at once, or deletes them. Returns how many. */
export async function actOnMessages(
  operator: Operator,
  act: MessageAct,
  chosen: Chosen,
  reason: string,
): Promise<number> {
  requireOperatorRight(operator, "work");
  const { run, action } = acts[act];
  return db.$transaction(async (tx) => {
    const count = await run(chosen, sqlOf(tx));
    const { ids = [], id, kind } = chosen;
    const named = id ? [id] : ids;
    const about = {
      count: String(count),
      ...(kind && { kind }),
      ...(named[0] && { ids: named.slice(0, mostNamed).join(", ") }),
    };
    if (count > 0) await recordPlatformAct(tx, operator, { action, businessId: null, reason, about });
    return count;
  });
}

/** Asks the issuer for an invoice again at once. Throws StaffError for one that does not wait for it. */
export async function retryInvoice(operator: Operator, id: string, reason: string): Promise<void> {
  requireOperatorRight(operator, "work");
  await db.$transaction(async (tx) => {
    const where = { id, dueAt: { not: null } };
    const [invoice] = await tx.invoice.updateManyAndReturn({
      where,
      data: { dueAt: clock.now() },
      select: { businessId: true },
    });
    if (!invoice) throw new StaffError("operator.errors.invoiceNotDue", { id });
    const { businessId } = invoice;
    const about = { invoiceId: id };
    await recordPlatformAct(tx, operator, { action: "invoice.retried", businessId, reason, subject: id, about });
  });
}
