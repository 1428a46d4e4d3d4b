import "server-only";
import { clock, minutes } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { env } from "@/lib/env";
import { composeMail } from "@/lib/mail/compose";
import { getLink, hasManyLinks, issueLink, spendLink, voidLinks } from "@/lib/mail/links";
import { postMail } from "@/lib/mail/post";
import { queueMail } from "@/lib/mail/send";
import { forgetAccountGuesses } from "@/lib/rate-limit/account-guesses";
import { countMailAsked } from "@/lib/rate-limit/mail-asked";
import { endSessions } from "@/lib/sessions/service";
import { lockFactors } from "@/lib/two-factor/last-factor";
import { refuseCommonPassword } from "./common-passwords";
import { listOwnWords } from "./own-words";
import { hashPassword } from "./password";
import { inSameTime } from "./same-time";
import { type Addressee, sendVerification } from "./verification";

const linkMinutes = 60;

/**
 * Mails a link that sets a new password. An address without an account gets the same answer in the same time; one that
 * is not proven yet gets the link that proves it. Throws TOO_MANY_ATTEMPTS, by where it is asked from alone.
 */
export async function requestReset(email: string, ip: string | null): Promise<void> {
  await countMailAsked(ip);
  return inSameTime(async () => {
    const user = await db.user.findUnique({
      where: { email },
      select: { id: true, email: true, name: true, locale: true, emailVerifiedAt: true },
    });
    if (user) await (user.emailVerifiedAt ? sendReset(user) : sendVerification(user));
  });
}

/** Mails a single-use link that sets a new password, unless many were mailed lately. */
export async function sendReset({ id: userId, email, name, locale }: Addressee): Promise<void> {
  if (await hasManyLinks(userId, "reset_password")) return;
  const token = await issueLink(db, { userId, purpose: "reset_password", lifeMs: minutes(linkMinutes) });
  const link = `${env.url}/link/reset/${token}`;
  queueMail({ to: email, ...composeMail(locale, "resetPassword", { name, link, minutes: linkMinutes }) });
}

/**
 * Sets a new password and ends every session: nobody is signed in by it, and a second factor is asked for as always.
 * Throws NOT_FOUND for a dead link, INVALID_REQUEST for a password that is easy to guess (the link stays good),
 * OVERLOADED.
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  const { userId } = await getLink("reset_password", token);
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { email: true, name: true, locale: true },
  });
  refuseCommonPassword(password, await listOwnWords(userId));
  const passwordHash = await hashPassword(password);

  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await spendLink(tx, "reset_password", token);
    await voidLinks(tx, userId, ["reset_password"]);
    const data = { passwordHash, passwordChangedAt: clock.now(), mustResetPassword: false };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    await endSessions(userId, { tx });
    await tellOfNewPassword(tx, user);
  });
  await forgetAccountGuesses(user.email);
}

export async function tellOfNewPassword(tx: Transaction, { email, name, locale }: Omit<Addressee, "id">) {
  const link = `${env.url}/forgot`;
  await postMail(tx, { to: email, ...composeMail(locale, "passwordChanged", { name, link }) });
}
