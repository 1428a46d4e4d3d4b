import "server-only";
import { StaffError } from "@/lib/audit/platform-acts";
import type { Transaction } from "@/lib/db";
import type { Operator } from "@/lib/principals/operator";

/** At the desk no one decides about the money or limits of a business that they belong to. Throws StaffError. */
export async function requireNotOwn(tx: Transaction, operator: Operator, businessId: string): Promise<void> {
  if (operator.via !== "desk") return;
  if ((await tx.membership.count({ where: { businessId, userId: operator.userId } })) > 0)
    throw new StaffError("operator.errors.ownBusiness");
}
