import "server-only";
import { z } from "zod";
import { notify } from "@/lib/access/notices/notify";
import type { Device } from "@/lib/access/principals/device";
import { endSessions } from "@/lib/access/sessions/service";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { endWaitAndNotify } from "@/lib/people/two-factor/reset/reset";
import { suspendFactors } from "@/lib/people/two-factor/reset/suspend";
import { unknownDevice } from "@/lib/people/two-factor/reset/wait";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import { translate } from "@/lib/platform/i18n/translate";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { nameAgent } from "@/lib/platform/net/user-agent";
import { sendReset } from "./new-password";

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

const notMeSchema = z.object({ fingerprint: z.string() });

/**
 * "This wasn't me": ends every session and every waiting sign-in, disables the password until it is reset, and voids a
 * pending email change or factor reset. Second factors added from that browser since are suspended, and removed after
 * 24 hours: access to the mailbox alone must not remove them at once. The browser is unknown again. Emails a link that
 * sets a new password. Throws NOT_FOUND for a link that is unknown, used, seven days old or was sent to an earlier
 * email.
 */
export async function reportUnknownSignIn(token: string): Promise<void> {
  const { userId } = await getLink("not_me", token);
  const user = await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    const { detail, createdAt } = await spendLink(tx, "not_me", token);
    const { fingerprint } = notMeSchema.parse(detail);
    await endWaitAndNotify(tx, userId, { method: "mail_link", device: unknownDevice });
    await voidLinks(tx, userId, ["reset_password"]);
    await suspendFactors(tx, userId, { fingerprints: [fingerprint], since: createdAt });
    await tx.knownDevice.deleteMany({ where: { userId, fingerprint } });
    await endSessions(userId, { tx });
    return tx.user.update({
      where: { id: userId },
      data: { mustResetPassword: true },
      select: { id: true, email: true, name: true, locale: true },
    });
  });
  await sendReset(user);
}
