import "server-only";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { lockInvoices } from "./policy";

const cancelled = (reason: string) => ({ status: "cancelled", reason, correctedAt: clock.now() });

/**
 * Cancels every invoice of a payment or month, corrections too, so that another one can be requested. The issuer later
 * cancels those it may have issued. Returns the canceled ids. The caller has locked them.
 */
export async function cancelAll(tx: Transaction, subject: string, reason: string): Promise<string[]> {
  const live = await tx.invoice.findMany({
    where: { subject, status: { not: "cancelled" } },
    orderBy: { id: "asc" },
    select: { id: true, businessId: true, number: true, attempts: true, status: true },
  });
  for (const { id, businessId, number, attempts, status } of live) {
    // A replaced one ended at the issuer already; one that was never sent there is unknown to it.
    const dueAt = (number || attempts > 0) && status !== "replaced" ? clock.now() : null;
    await tx.invoice.update({ where: { id }, data: { ...cancelled(reason), dueAt }, select: { id: true } });
    const change = { action: "invoice.cancelled", subject: id, after: { ...(number && { number }), reason } };
    await recordAudit(tx, operatorIn(businessId), change);
  }
  // Another invoice of it is of what is left.
  await tx.paymentChange.updateMany({ where: { subject }, data: { invoiceId: null } });
  return live.map(({ id }) => id);
}

/** Cancels the invoices of a payment that is taken back. The caller has locked the payment and the wallet. */
export async function cancelForPayment(tx: Transaction, paymentId: string, reason: string): Promise<void> {
  await lockInvoices(tx, paymentId);
  await cancelAll(tx, paymentId, reason);
}

/** Cancels one adjustment; what it adjusted is as issued again unless another adjustment of it remains. */
export async function cancelAdjustment(
  tx: Transaction,
  { id, originalId, number, attempts }: { id: string; originalId: string; number: string | null; attempts: number },
  reason: string,
): Promise<void> {
  const dueAt = number || attempts > 0 ? clock.now() : null;
  await tx.invoice.update({ where: { id }, data: { ...cancelled(reason), dueAt }, select: { id: true } });
  const others = await tx.invoice.count({ where: { originalId, status: "issued" } });
  const restored = { status: "issued", correctedAt: null };
  if (others === 0) await tx.invoice.updateMany({ where: { id: originalId, status: "adjusted" }, data: restored });
}
