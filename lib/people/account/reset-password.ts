import "server-only";
import { type NoticeRecipient, notify } from "@/lib/access/notices/notify";
import { endSessions } from "@/lib/access/sessions/service";
import { clearAccountAttempts } from "@/lib/people/account/account-attempts";
import { lockFactors } from "@/lib/people/two-factor/last-factor";
import { clock, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail } from "@/lib/platform/mail/compose";
import { getLink, hasManyLinks, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { countEmailRequest } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";
import { rejectCommonPassword } from "./common-passwords";
import { inConstantTime } from "./constant-time-response";
import { hashPassword } from "./password";
import { listPersonalWords } from "./personal-words";
import { sendVerification } from "./verification";

const linkMinutes = 60;

/** An address without an account gets the same response in the same time. Throws TOO_MANY_ATTEMPTS by network alone. */
export async function requestReset(email: string, ip: string | null): Promise<void> {
  await countEmailRequest(ip);
  return inConstantTime(async () => {
    const user = await db.user.findUnique({
      where: { email },
      select: { id: true, email: true, name: true, locale: true, emailVerifiedAt: true },
    });
    if (user) await (user.emailVerifiedAt ? sendReset(user) : sendVerification(user));
  });
}

/** Emails a single-use link that sets a new password, unless many were sent lately. */
export async function sendReset({ id: userId, email, name, locale }: NoticeRecipient): Promise<void> {
  if (await hasManyLinks(userId, "reset_password")) return;
  const token = await issueLink(db, { userId, purpose: "reset_password", lifeMs: minutes(linkMinutes) });
  const link = `${env.url}/link/reset/${token}`;
  queueMail({ to: email, ...composeMail(locale, "resetPassword", { name, link, minutes: linkMinutes }) });
}

/**
 * Ends every session and signs no one in: a second factor is required as always. Throws NOT_FOUND for an invalid link,
 * INVALID_REQUEST for a password that is easy to guess (the link stays valid), OVERLOADED.
 */
export async function resetPassword(token: string, password: string): Promise<void> {
  const { userId } = await getLink("reset_password", token);
  const user = await db.user.findUniqueOrThrow({
    where: { id: userId },
    select: { id: true, email: true, name: true, locale: true },
  });
  rejectCommonPassword(password, await listPersonalWords(userId));
  const passwordHash = await hashPassword(password);

  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await spendLink(tx, "reset_password", token);
    await voidLinks(tx, userId, ["reset_password"]);
    const data = { passwordHash, passwordChangedAt: clock.now(), mustResetPassword: false };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    await endSessions(userId, { tx });
    await notifyNewPassword(tx, user);
  });
  await clearAccountAttempts(user.email);
}

export async function notifyNewPassword(tx: Transaction, to: NoticeRecipient): Promise<void> {
  const path = "/account/security";
  await notify(tx, to, { kind: "passwordChanged", values: { link: `${env.url}/forgot` }, path });
}
