import "server-only";
import { notify } from "@/lib/access/notices/notify";
import { listRecipients } from "@/lib/access/notices/recipients";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import { mailContact } from "@/lib/platform/mail/contact";
import type { NewSuspension } from "./change";

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
