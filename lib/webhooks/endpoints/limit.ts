import "server-only";
import { OperatorError, recordPlatformAct } from "@/lib/access/audit/platform-acts";
import { requireNotOwnAtDesk } from "@/lib/access/businesses/not-own";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { db, type Transaction } from "@/lib/platform/db";
import { highestLimit } from "./schema";

export async function getLimit({ businessId }: Member | Caller, tx: Transaction | typeof db = db): Promise<number> {
  const where = { id: businessId };
  const { webhookLimit } = await tx.business.findUniqueOrThrow({ where, select: { webhookLimit: true } });
  return webhookLimit;
}

/** Also below what the business has, which then adds none. Throws OperatorError unless it is from 0 to 100. */
export async function setLimit(operator: Operator, businessId: string, most: number, reason: string): Promise<void> {
  requireOperatorRight(operator, "manage");
  if (!Number.isInteger(most) || most < 0 || most > highestLimit)
    throw new OperatorError(`The limit is a number from 0 to ${highestLimit}.`);
  await db.$transaction(async (tx) => {
    await requireNotOwnAtDesk(tx, operator, businessId);
    await tx.business.update({ where: { id: businessId }, data: { webhookLimit: most } });
    const about = { most: `${most}` };
    await recordPlatformAct(tx, operator, { action: "webhooks.limited", businessId, reason, about });
  });
}
