import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import type { Device } from "@/lib/access/principals/device";
import type { AttemptMethod } from "@/lib/people/sign-in-log/schema";
import { recordWithin } from "@/lib/people/sign-in-log/sign-in-log";
import { days, hours } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { withoutLinks } from "@/lib/platform/display-name-schema";
import { env } from "@/lib/platform/env";
import { formatZonedTime } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { translate } from "@/lib/platform/i18n/translate";
import { composeMail, type FactorNotice } from "@/lib/platform/mail/compose";
import { postMail } from "@/lib/platform/mail/post";
import type { Mail } from "@/lib/platform/mail/send";

/** How long a person who still has a factor can object, and when they are reminded that they can. */
export const waitHours = 24;
export const reminderHours = 12;

/** A link that ends a wait is valid for as long as the wait can run. */
export const keepLinkMs = hours(waitHours) + days(7);

/** The minimum from the reminder on, also when the workers were stopped and it was late. */
export const leastNoticeMs = hours(6);

/** Nothing is removed before `dueAt`. `onlySuspended`: it is for factors added from a browser that was reported. */
export type Wait = { dueAt: Date; timeZone: string; onlySuspended: boolean };

/** The wait that runs for a person; null if there is none. */
export async function findWait(userId: string): Promise<Wait | null> {
  const select = { dueAt: true, onlySuspended: true, user: { select: { timeZone: true } } };
  const reset = await db.factorReset.findUnique({ where: { userId }, select });
  if (!reset) return null;
  const { user, ...wait } = reset;
  return { ...wait, ...user };
}

/** How the person proved that they may do it, and from where. */
export type Proof = { method: AttemptMethod; device: Device; sessionId?: string };

/** Done without a request, or where the request is unknown. */
export const unknownDevice: Device = { ip: null, userAgent: null };

const steps = {
  begun: "member.two_factor_reset_begun",
  cancelled: "member.two_factor_reset_cancelled",
  done: "member.two_factor_reset_done",
} as const;

/** Writes a step into the person's own log and into the audit log of each business they work in. */
export async function recordStep(
  tx: Transaction,
  userId: string,
  step: keyof typeof steps,
  proof: Proof,
): Promise<void> {
  await recordWithin(tx, { userId, result: `reset_${step}`, ...proof });
  const memberships = await tx.membership.findMany({
    where: { userId },
    orderBy: { businessId: "asc" },
    select: { businessId: true },
  });
  const actor = { userId: step === "done" ? "system" : userId, device: proof.device };
  for (const { businessId } of memberships) {
    await recordAudit(tx, { businessId, ...actor }, { action: steps[step], subject: userId });
  }
}

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
