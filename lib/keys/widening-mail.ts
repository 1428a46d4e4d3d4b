import "server-only";
import { notify } from "@/lib/access/notices/notify";
import { listRecipients } from "@/lib/access/notices/recipients";
import type { Member } from "@/lib/access/principals/member";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { translate } from "@/lib/platform/i18n/translate";
import type { Gain } from "./widening";

/** Emails the owners that a key gained permissions, and who gave them. */
export async function mailWidening(tx: Transaction, member: Member, keyId: string, gains: readonly Gain[]) {
  const select = { name: true, hint: true, business: { select: { name: true, slug: true } } } as const;
  const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
  const actor = await tx.user.findUniqueOrThrow({ where: { id: member.userId }, select: { name: true } });
  const path = `/console/${member.businessSlug}/keys/${keyId}`;
  for (const to of await listRecipients(tx, member.businessId, "business:transfer")) {
    const gained = gains.map((gain) => translate(to.locale, `keys.gains.${gain}`)).join(", ");
    const { name: keyName, hint, business } = key;
    const values = {
      actor: actor.name,
      key: keyName,
      hint,
      business: business.name,
      gained,
      link: `${env.url}${path}`,
    };
    await notify(tx, to, { kind: "keyWidened", values, path, businessId: member.businessId, actorId: member.userId });
  }
}
