import "server-only";
import { clock, days } from "@/lib/clock";
import { db } from "@/lib/db";
import type { Device } from "@/lib/device";
import { env } from "@/lib/env";
import { formatZonedTime } from "@/lib/i18n/format";
import { say } from "@/lib/i18n/words";
import { composeMail } from "@/lib/mail/compose";
import { issueLink } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { nameAgent } from "@/lib/user-agent";

const linkDays = 7;

type NewDevice = { userId: string; device: Device; fingerprint: string };

/** Tells a person that someone signed in as them with a browser never used before, and how to undo it. */
export async function tellOfNewDevice({ userId, device, fingerprint }: NewDevice): Promise<void> {
  const { email, name, locale, timeZone } = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true, timeZone: true },
  });
  const { browser, system } = nameAgent(device.userAgent);
  const values = {
    name,
    time: formatZonedTime(clock.now(), locale, timeZone),
    browser: browser ?? say(locale, "mail.newSignIn.unknown"),
    system: system ?? say(locale, "mail.newSignIn.unknown"),
    ip: device.ip ?? say(locale, "mail.newSignIn.unknown"),
    days: linkDays,
  };
  const notMe = { userId, purpose: "not_me", lifeMs: days(linkDays), detail: { fingerprint } } as const;
  await db.$transaction(async (tx) => {
    const link = `${env.url}/link/not-me/${await issueLink(tx, notMe)}`;
    await postMail(tx, { to: email, ...composeMail(locale, "newSignIn", { ...values, link }) });
  });
}
