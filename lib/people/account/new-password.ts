import "server-only";
import { type NoticeRecipient, notify } from "@/lib/access/notices/notify";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endSessions, requireLiveSession } from "@/lib/access/sessions/service";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { clock, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { composeMail } from "@/lib/platform/mail/compose";
import { getLink, hasManyLinks, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { countEmailRequest } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";
import { listPersonalWords, rejectCommonPassword } from "./common-passwords";
import { inConstantTime } from "./constant-time-response";
import { hashPassword } from "./password";
import { clearAccountAttempts, provePassword } from "./password-attempts";
import type { ChangePassword } from "./schema";
import { sendVerification } from "./verify-email";

/**
 * Ends the viewer's other sessions and a pending email change. Throws NOT_SIGNED_IN at `password`, INVALID_REQUEST at
 * `newPassword` for one that is easy to guess or the same, TOO_MANY_ATTEMPTS, OVERLOADED.
 */
export async function changePassword(viewer: Viewer, { password, newPassword }: ChangePassword): Promise<void> {
  const { userId, sessionId } = viewer;
  rejectCommonPassword(newPassword, await listPersonalWords(userId), "newPassword");
  await provePassword(viewer, password);
  if (newPassword.normalize("NFKC") === password.normalize("NFKC")) {
    throw new AppError("INVALID_REQUEST", { message: "account.password.same", param: "newPassword" });
  }
  const passwordHash = await hashPassword(newPassword);

  await db.$transaction(async (tx) => {
    await lockFactors(tx, userId);
    await requireLiveSession(tx, sessionId);
    const data = { passwordHash, passwordChangedAt: clock.now(), mustResetPassword: false };
    await tx.user.update({ where: { id: userId }, data, select: { id: true } });
    await voidLinks(tx, userId, ["reset_password"]);
    await endSessions(userId, { except: sessionId, tx });
    await notifyNewPassword(tx, { ...viewer, id: userId });
  });
  await clearAccountAttempts(viewer.email);
}

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

async function notifyNewPassword(tx: Transaction, to: NoticeRecipient): Promise<void> {
  const path = "/account/security";
  await notify(tx, to, { kind: "passwordChanged", values: { link: `${env.url}/forgot` }, path });
}
