import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { composeMail, type FactorNotice } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import type { Mail } from "@/lib/platform/mail/send";

export type Recipient = { email: string; name: string; locale: Locale; timeZone: string };

export const recipient = { email: true, name: true, locale: true, timeZone: true } as const;

/** The notice of a running wait, with the link that ends it: the first when it starts, the second half-way. */
export function composeNotice(
  { email, name, locale, timeZone }: Recipient,
  kind: FactorNotice,
  { dueAt, token, factors, address = "" }: { dueAt: Date; token: string; factors: string; address?: string },
): Mail {
  const time = formatZonedTime(dueAt, locale, timeZone);
  const link = `${env.url}/link/keep-factors/${token}`;
  return { to: email, ...composeMail(locale, kind, { name, time, link, factors, address }) };
}

export async function notifyCanceled(tx: Transaction, { email, name, locale }: Recipient): Promise<void> {
  const link = `${env.url}/account/security`;
  await postMail(tx, { to: email, ...composeMail(locale, "factorResetCancelled", { name, link }) });
}

/** `factors`: what was removed. */
export async function notifyDone(
  tx: Transaction,
  { email, name, locale }: Recipient,
  kind: "factorResetDone" | "suspendedRemoved",
  factors: string,
): Promise<void> {
  const link = `${env.url}/sign-in?next=/account/security`;
  await postMail(tx, { to: email, ...composeMail(locale, kind, { name, link, factors }) });
}
