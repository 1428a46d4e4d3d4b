import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db, type Transaction } from "@/lib/platform/db";

export async function getLimit({ businessId }: Member | Caller, tx: Transaction | typeof db = db): Promise<number> {
  const where = { id: businessId };
  const { webhookLimit } = await tx.business.findUniqueOrThrow({ where, select: { webhookLimit: true } });
  return webhookLimit;
}
