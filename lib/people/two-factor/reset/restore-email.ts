import "server-only";
import { endSessions } from "@/lib/access/sessions/service";
import { clock, days } from "@/lib/platform/clock";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { composeMail } from "@/lib/platform/mail/compose";
import { mailContact } from "@/lib/platform/mail/contact";
import { voidLinks } from "@/lib/platform/mail/links";
import { postMail } from "@/lib/platform/mail/post";
import { suspendFactors } from "./suspend";

/** How long before an email change a browser must have been known, or a factor existed, to be trusted. */
const knownDays = 7;

/** What may be an attacker's: these browsers, and all added since from any, as the owner's session can be stolen. */
export type Doubted = { fingerprints: string[]; since: Date };

/** The browsers first seen in the week before the email change, or after it, except the person's very first browser. */
export async function findDoubted(tx: Transaction, userId: string, changedAt: Date): Promise<Doubted> {
  const [, ...later] = await tx.knownDevice.findMany({
    where: { userId },
    orderBy: [{ createdAt: "asc" }, { fingerprint: "asc" }],
    select: { fingerprint: true, createdAt: true },
  });
  const since = new Date(+changedAt - days(knownDays));
  const doubted = later.filter(({ createdAt }) => +createdAt > +since);
  return { fingerprints: doubted.map(({ fingerprint }) => fingerprint), since };
}

/**
 * Restores an account's earlier email and notifies both addresses. The person who changed it may know the password and
 * receive emails sent since: every session ends, the password must be reset, links sent since are void, and second
 * factors they may have added are suspended. Under `lockFactors`. Throws CONFLICT if someone else has the address now.
 */
export async function restoreEmail(
  tx: Transaction,
  { userId, email, changedAt }: { userId: string; email: string; changedAt: Date },
): Promise<void> {
  const holder = await tx.user.findUnique({ where: { email }, select: { id: true } });
  if (holder && holder.id !== userId) throw new AppError("CONFLICT", { message: "account.email.taken" });
  const doubted = await findDoubted(tx, userId, changedAt);
  await voidLinks(tx, userId, ["undo_email"], changedAt);
  await voidLinks(tx, userId, ["reset_password", "verify_email", "not_me", "keep_factors"]);
  await endSessions(userId, { tx });
  const left = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } });
  const { name, locale } = await tx.user.update({
    where: { id: userId },
    data: { email, mustResetPassword: true },
    select: { name: true, locale: true },
  });
  await suspendFactors(tx, userId, { ...doubted, fromAnyBrowser: true });
  await tx.knownDevice.deleteMany({ where: { userId, fingerprint: { in: doubted.fingerprints } } });
  const values = { name, link: `${env.url}/forgot` };
  const replaced = { ...values, address: email, contact: mailContact(locale) };
  await postMail(tx, { to: email, ...composeMail(locale, "emailRestored", values) });
  await postMail(tx, { to: left.email, ...composeMail(locale, "emailTakenBack", replaced) });
}

/** When an account's email was changed from one that can be restored. */
export async function findChange(tx: Transaction, userId: string, email: string): Promise<Date> {
  const link = await tx.mailLink.findFirst({
    where: { userId, purpose: "undo_email", detail: { path: ["email"], equals: email } },
    orderBy: { createdAt: "desc" },
    select: { createdAt: true },
  });
  return link?.createdAt ?? clock.now();
}
