import "server-only";
import type { NoticeRecipient } from "@/lib/access/notices/notify";
import { grantWelcomeCredit } from "@/lib/money/wallet/accounts";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { composeMail } from "@/lib/platform/mail/compose";
import { getLink, hasManyLinks, issueLink, spendLink, voidLinks } from "@/lib/platform/mail/links";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { isLinkAllowed } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";
import { inConstantTime } from "./constant-time-response";

const linkHours = 24;

/** Emails a new single-use link that confirms the address; earlier links stay valid until they expire. */
export async function sendVerification({ id: userId, email, name, locale }: NoticeRecipient): Promise<void> {
  if ((await hasManyLinks(userId, "verify_email")) || !(await isLinkAllowed(email))) return;
  const token = await issueLink(db, { userId, purpose: "verify_email", lifeMs: hours(linkHours) });
  const link = `${env.url}/link/verify/${token}`;
  queueMail({ to: email, ...composeMail(locale, "verify", { name, link, hours: linkHours }) });
}

/** `resetToken`: where several signed up with the address, for the one who confirmed it to choose the password. */
type Verified = { userId: string; businessSlug: string | null; resetToken: string | null };

/** Confirms the address and grants the welcome credit, once even if many confirm at once. Throws NOT_FOUND. */
export async function verifyEmail(token: string): Promise<Verified> {
  const { userId } = await getLink("verify_email", token);
  return db.$transaction(async (tx) => {
    // Two requests with two links would otherwise deadlock.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    await spendLink(tx, "verify_email", token);
    const businessSlug = await proveEmail(tx, userId);
    const contested = await tx.user.count({ where: { id: userId, mustResetPassword: true } });
    const reset = { userId, purpose: "reset_password", lifeMs: minutes(30) } as const;
    return { userId, businessSlug, resetToken: contested ? await issueLink(tx, reset) : null };
  });
}

/** Also voids other confirmation links and grants the welcome credit to the business they own. Returns its slug. */
export async function proveEmail(tx: Transaction, userId: string): Promise<string | null> {
  const owned = await tx.membership.findFirst({
    where: { userId, role: "owner" },
    orderBy: { createdAt: "asc" },
    select: { business: { select: { id: true, slug: true } } },
  });
  const { count } = await tx.user.updateMany({
    where: { id: userId, emailVerifiedAt: null },
    data: { emailVerifiedAt: clock.now() },
  });
  await voidLinks(tx, userId, ["verify_email"]);
  if (count === 1 && owned) {
    const { email, mailbox } = await tx.user.findUniqueOrThrow({
      where: { id: userId },
      select: { email: true, mailbox: true },
    });
    await grantWelcomeCredit(tx, owned.business.id, mailbox ?? mailboxOf(email));
  }
  return owned?.business.slug ?? null;
}

/** Emails another link to an unconfirmed address. Any other address gets the same response in the same time. */
export async function resendVerification(email: string): Promise<void> {
  return inConstantTime(async () => {
    const user = await db.user.findUnique({
      where: { email, emailVerifiedAt: null },
      select: { id: true, email: true, name: true, locale: true },
    });
    if (user) await sendVerification(user);
  });
}
