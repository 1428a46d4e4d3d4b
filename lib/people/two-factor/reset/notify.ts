import "server-only";
import type { Transaction } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { composeMail, type FactorNotice } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import type { Mail } from "@/lib/platform/mail/send";

/** The second factors of a person as lines of an email: all of them, or those that are suspended. */
export async function nameFactors(
  tx: Transaction,
  userId: string,
  locale: Locale,
  { onlySuspended }: { onlySuspended: boolean },
): Promise<string> {
  const where = { userId, ...(onlySuspended && { suspendedAt: { not: null } }) };
  const apps = await tx.totpFactor.count({ where: { ...where, confirmedAt: { not: null } } });
  const passkeys = await tx.passkey.findMany({ where, orderBy: { createdAt: "asc" }, select: { name: true } });
  const codes = await tx.recoveryCode.count({ where: { ...where, usedAt: null } });
  const lines = [
    ...(apps > 0 ? [translate(locale, "mail.factors.app")] : []),
    ...passkeys.map(({ name }) => translate(locale, "mail.factors.passkey", { name: withoutLinks(name) })),
    ...(codes > 0 ? [translate(locale, "mail.factors.recoveryCodes", { count: codes })] : []),
  ];
  return lines.map((line) => `– ${line}`).join("\n");
}

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
