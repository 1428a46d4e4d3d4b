import "server-only";
import { StaffError } from "@/lib/access/audit/platform-acts";
import { lockBusiness } from "@/lib/access/businesses/lock";
import type { Transaction } from "@/lib/platform/db";

/** Whether no one is left who could restore an archived business. */
export const isErased = async (tx: Transaction, businessId: string): Promise<boolean> =>
  (await tx.membership.count({ where: { businessId } })) === 0;

/** Locks a business that the staff credits, also a suspended one. Throws StaffError for one that is archived. */
export async function requireOpen(tx: Transaction, businessId: string): Promise<void> {
  if (await lockBusiness(tx, businessId)) return;
  throw new StaffError((await isErased(tx, businessId)) ? "operator.errors.erased" : "operator.errors.archived");
}
