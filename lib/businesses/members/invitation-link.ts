import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { hmac, newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail } from "@/lib/platform/mail/compose";
import { queueMail } from "@/lib/platform/mail/send";

export const invitationDays = 7;

export const fingerprintOf = (token: string): string => hmac(env.NEXTAUTH_SECRET, `invitation:${token}`);

/** A new link: its token, for the email alone, and what the invitation's row stores of it. */
export function freshLink() {
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + days(invitationDays));
  return { token, kept: { fingerprint: fingerprintOf(token), expiresAt } };
}

/** Emails the link, in the language of the recipient, or else of the person who invites. */
export async function mailInvitation(id: string, token: string): Promise<void> {
  const { email, business, invitedBy } = await db.invitation.findUniqueOrThrow({
    where: { id },
    select: { email: true, business: { select: { name: true } }, invitedBy: { select: { name: true, locale: true } } },
  });
  const known = await db.user.findUnique({ where: { email }, select: { locale: true } });
  const link = `${env.url}/link/invitation/${token}`;
  const values = { business: business.name, inviter: invitedBy.name, link, days: invitationDays };
  queueMail({ to: email, ...composeMail(known?.locale ?? invitedBy.locale, "invitation", values) });
}
