import "server-only";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import type { Locale } from "@/lib/i18n/locale";
import { translate } from "@/lib/i18n/translate";
import { notify } from "@/lib/notices/notify";
import { listRecipients } from "@/lib/notices/recipients";
import type { Caller } from "@/lib/principals/caller";
import type { Member } from "@/lib/principals/member";
import { nameOf } from "./describe";

type Notified = { id: string; url: string; description: string };

/** Emails the owners that events now go to another place, and who did it. */
export const mailCreation = (tx: Transaction, by: Member | Caller, endpoint: Notified): Promise<void> =>
  mailOwners(tx, by, endpoint, "webhookCreated");

export const mailUrlChange = (tx: Transaction, by: Member | Caller, endpoint: Notified): Promise<void> =>
  mailOwners(tx, by, endpoint, "webhookUrlChanged");

type Kind = "webhookCreated" | "webhookUrlChanged";

async function mailOwners(tx: Transaction, by: Member | Caller, { id, ...endpoint }: Notified, kind: Kind): Promise<void> {
  const { businessId } = by;
  const select = { name: true, slug: true } as const;
  const business = await tx.business.findUniqueOrThrow({ where: { id: businessId }, select });
  const actorIn = await nameActor(tx, by);
  const path = `/console/${business.slug}/webhooks/${id}`;
  for (const to of await listRecipients(tx, businessId, "business:transfer")) {
    const about = { actor: actorIn(to.locale), business: business.name, host: nameOf(endpoint) };
    await notify(tx, to, {
      kind,
      values: { ...about, link: `${env.url}${path}` },
      path,
      businessId,
    });
  }
}

async function nameActor(tx: Transaction, by: Member | Caller): Promise<(locale: Locale) => string> {
  const select = { name: true } as const;
  if ("role" in by) {
    const { name } = await tx.user.findUniqueOrThrow({ where: { id: by.userId }, select });
    return () => name;
  }
  const { name: key } = await tx.apiKey.findUniqueOrThrow({ where: { id: by.keyId }, select });
  return (locale) => translate(locale, "webhooks.keyAsActor", { key });
}
