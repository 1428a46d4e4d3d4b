import "server-only";
import { notify } from "@/lib/access/notices/notify";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { PasskeyMail } from "@/lib/platform/mail/compose";

/** Emails the owner what just happened to the passkey of this name. */
export async function notifyOwner(tx: Transaction, userId: string, kind: PasskeyMail, passkey: string): Promise<void> {
  const to = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), to.locale, to.timeZone);
  const path = "/account/security";
  await notify(tx, to, { kind, values: { time, passkey, link: `${env.url}${path}` }, path });
}
