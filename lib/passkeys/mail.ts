import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { formatZonedTime } from "@/lib/i18n/format";
import { queueMail } from "@/lib/mail";
import { composeMail, type PasskeyMail } from "@/lib/mail/compose";

/** Mails the owner what just happened to the passkey of this name. */
export async function tellOwner(userId: string, kind: PasskeyMail, passkey: string): Promise<void> {
  const { email, name, locale, timeZone } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), locale, timeZone);
  queueMail({
    to: email,
    ...composeMail(locale, kind, { name, passkey, time, link: `${env.url}/account/security` }),
  });
}
