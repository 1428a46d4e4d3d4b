import "server-only";
import { notify } from "@/lib/access/notices/notify";
import type { Device } from "@/lib/access/principals/device";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import { translate } from "@/lib/platform/i18n/translate";
import { issueLink } from "@/lib/platform/mail/links";
import { nameAgent } from "@/lib/platform/net/user-agent";

const linkDays = 7;

type NewDevice = { userId: string; device: Device; fingerprint: string };

/** Emails a person that someone signed in to their account with a browser never used before, and how to undo it. */
export async function notifyNewDevice({ userId, device, fingerprint }: NewDevice): Promise<void> {
  const to = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true, timeZone: true },
  });
  const { browser, system } = nameAgent(device.userAgent);
  const values = {
    time: formatZonedTime(clock.now(), to.locale, to.timeZone),
    browser: browser ?? translate(to.locale, "mail.newSignIn.unknown"),
    system: system ?? translate(to.locale, "mail.newSignIn.unknown"),
    ip: device.ip ?? translate(to.locale, "mail.newSignIn.unknown"),
    days: linkDays,
  };
  const notMe = { userId, purpose: "not_me", lifeMs: days(linkDays), detail: { fingerprint } } as const;
  await db.$transaction(async (tx) => {
    const link = `${env.url}/link/not-me/${await issueLink(tx, notMe)}`;
    await notify(tx, to, { kind: "newSignIn", values: { ...values, link }, path: "/account/sign-in-log" });
  });
}
