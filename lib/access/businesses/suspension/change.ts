import "server-only";
import { operatorIn, recordAudit } from "@/lib/access/audit/record";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import { mailContact } from "@/lib/platform/mail/contact";

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

const select = { name: true, slug: true } as const;

/** Emails the owners that their business is suspended, why, and whom to ask. */
export async function mailSuspension(tx: Transaction, businessId: string, suspension: NewSuspension): Promise<void> {
  const { name: business, slug } = await tx.business.findUniqueOrThrow({ where: { id: businessId }, select });
  const path = `/console/${slug}/settings`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    const contact = mailContact(to.locale);
    const reason = suspension.for ? translate(to.locale, "suspension.receivable") : suspension.reason;
    const values = { business, reason, contact, link: `${env.url}${path}` };
    await notify(tx, to, { kind: "businessSuspended", values, path, businessId });
  }
}

export async function mailResumption(tx: Transaction, businessId: string): Promise<void> {
  const { name: business, slug } = await tx.business.findUniqueOrThrow({ where: { id: businessId }, select });
  const path = `/console/${slug}/keys`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    await notify(tx, to, {
      kind: "businessResumed",
      values: { business, link: `${env.url}${path}` },
      path,
      businessId,
    });
  }
}
