import "server-only";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { say } from "@/lib/i18n/words";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import type { Member } from "@/lib/principals/member";
import { listKeepers } from "./keepers";
import type { Gain } from "./widening";

/** Emails the owners that a key gained permissions, and who gave them. */
export async function mailWidening(tx: Transaction, member: Member, keyId: string, gains: readonly Gain[]) {
  const select = { name: true, hint: true, business: { select: { name: true } } } as const;
  const key = await tx.apiKey.findUniqueOrThrow({ where: { id: keyId }, select });
  const actor = await tx.user.findUniqueOrThrow({ where: { id: member.userId }, select: { name: true } });
  const link = `${env.url}/console/${member.businessSlug}/keys/${keyId}`;
  for (const { email, name, locale } of await listKeepers(tx, member.businessId, "business:transfer")) {
    const gained = gains.map((gain) => say(locale, `keys.gains.${gain}`)).join(", ");
    const { name: keyName, hint, business } = key;
    const values = { name, actor: actor.name, key: keyName, hint, business: business.name, gained, link };
    await postMail(tx, { to: email, ...composeMail(locale, "keyWidened", values) });
  }
}
