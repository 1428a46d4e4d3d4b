import "server-only";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { formatZonedTime } from "@/lib/i18n/format";
import { queueMail } from "@/lib/mail";
import { composeMail, type SecondFactorMail } from "@/lib/mail/compose";

/** Mails the owner what just happened to their second factor. `left`: recovery codes that still work. */
export async function tellOwner(userId: string, kind: SecondFactorMail, left = 0): Promise<void> {
  const { email, name, locale, timeZone } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), locale, timeZone);
  const link = `${env.url}/account/security`;
  queueMail({ to: email, ...composeMail(locale, kind, { name, link, time, left }) });
}
