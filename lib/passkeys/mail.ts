import "server-only";
import { clock } from "@/lib/clock";
import type { Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { formatZonedTime } from "@/lib/i18n/format";
import { composeMail, type PasskeyMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";

/** Mails the owner what just happened to the passkey of this name. */
export async function tellOwner(tx: Transaction, userId: string, kind: PasskeyMail, passkey: string): Promise<void> {
  const { email, name, locale, timeZone } = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), locale, timeZone);
  await postMail(tx, {
    to: email,
    ...composeMail(locale, kind, { name, passkey, time, link: `${env.url}/account/security` }),
  });
}
