import "server-only";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { mailResumption, mailSuspension } from "./mail";

/** `reason`: shown to the members. `for`: `receivable` when paying what the business owes ends the suspension. */
export type NewSuspension = { reason: string; for?: "receivable" };

/** From the next request on, no key of the business works. Returns false for a business that is suspended already. */
export async function suspend(tx: Transaction, id: string, suspension: NewSuspension): Promise<boolean> {
  const { reason, for: suspendedFor = null } = suspension;
  const data = { suspendedAt: clock.now(), suspendedReason: reason, suspendedFor };
  // An operator's suspension replaces one that a payment would end.
  const replaced = suspendedFor ? [] : [{ suspendedFor: { not: null } }];
  const where = { id, OR: [{ suspendedAt: null }, ...replaced] };
  const { count } = await tx.business.updateMany({ where, data });
  if (count === 0) return false;
  await mailSuspension(tx, id, suspension);
  await recordAudit(tx, operatorIn(id), { action: "business.suspended", after: { reason } });
  return true;
}

/** Returns false for a business that is not suspended, or not for this. */
export async function resume(tx: Transaction, id: string, suspendedFor?: "receivable"): Promise<boolean> {
  const { count } = await tx.business.updateMany({
    where: { id, suspendedAt: { not: null }, suspendedFor },
    data: { suspendedAt: null, suspendedReason: null, suspendedFor: null },
  });
  if (count === 0) return false;
  await mailResumption(tx, id);
  await recordAudit(tx, operatorIn(id), { action: "business.resumed" });
  return true;
}
