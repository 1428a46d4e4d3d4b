import "server-only";
import { clock, hours } from "@/lib/clock";
import { hmac, newToken } from "@/lib/crypto";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import type { Locale } from "@/lib/i18n/locale";
import { queueMail } from "@/lib/mail";
import { composeMail } from "@/lib/mail/compose";

export const linkHours = 24;

/** Nobody can fill another's mailbox through us: more than this in an hour and nothing is sent. */
const linksPerHour = 5;

/** What we keep of a link's token. */
export const fingerprintOf = (token: string): string => hmac(env.NEXTAUTH_SECRET, `verify_email:${token}`);

export type Addressee = { id: string; email: string; name: string; locale: Locale };

/** Mails a new single-use link that proves the address; earlier links stay good until they expire. */
export async function sendVerification(user: Addressee): Promise<void> {
  const now = clock.now().getTime();
  const recent = await db.mailLink.count({
    where: { userId: user.id, purpose: "verify_email", createdAt: { gt: new Date(now - hours(1)) } },
  });
  if (recent >= linksPerHour) return;

  const token = newToken();
  await db.mailLink.create({
    data: {
      fingerprint: fingerprintOf(token),
      userId: user.id,
      purpose: "verify_email",
      createdAt: new Date(now),
      expiresAt: new Date(now + hours(linkHours)),
    },
    select: { fingerprint: true },
  });
  const link = `${env.url}/verify?token=${token}`;
  queueMail({ to: user.email, ...composeMail(user.locale, "verify", { name: user.name, link, hours: linkHours }) });
}
