import "server-only";
import { notify } from "@/lib/access/notices/notify";
import { clock } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { SecondFactorMail } from "@/lib/platform/mail/compose";

/** Emails the owner what just happened to their second factor. `left`: recovery codes that still work. */
export async function notifyOwner(tx: Transaction, userId: string, kind: SecondFactorMail, left = 0): Promise<void> {
  const to = await tx.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
  const time = formatZonedTime(clock.now(), to.locale, to.timeZone);
  const path = "/account/security";
  await notify(tx, to, { kind, values: { time, left, link: `${env.url}${path}` }, path });
}
