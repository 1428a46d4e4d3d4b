import "server-only";
import { clock, minutes } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { getLink, issueLink, spendLink, voidLinks } from "@/lib/mail/links";
import { grantWelcomeCredit } from "@/lib/wallet/accounts";
import { inSameTime } from "./same-time";
import { sendVerification } from "./verification";

/** `resetToken`: where several signed up with the address, for the one who proved it to choose the password that counts. */
type Verified = { userId: string; businessSlug: string | null; resetToken: string | null };

/**
 * Spends a link: the address is proven and the person's business gets its welcome credit, each at most once however
 * many confirm at the same moment. Throws NOT_FOUND for a link that is unknown, spent or over.
 */
export async function verifyEmail(token: string): Promise<Verified> {
  const { userId } = await getLink("verify_email", token);
  return db.$transaction(async (tx) => {
    // Two who follow two links would each wait for the other's.
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`;
    await spendLink(tx, "verify_email", token);
    const businessSlug = await proveEmail(tx, userId);
    const contested = await tx.user.count({ where: { id: userId, mustResetPassword: true } });
    const reset = { userId, purpose: "reset_password", lifeMs: minutes(30) } as const;
    return { userId, businessSlug, resetToken: contested ? await issueLink(tx, reset) : null };
  });
}

/**
 * The person's address is their own, and other links that would prove it are worth nothing; the business they own, if
 * any, gets its welcome credit, and its slug is given.
 */
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
  if (count === 1 && owned) await grantWelcomeCredit(tx, owned.business.id);
  return owned?.business.slug ?? null;
}

/** Mails another link to an address that waits for one. Any other address gets the same answer in the same time. */
export async function resendVerification(email: string): Promise<void> {
  return inSameTime(async () => {
    const user = await db.user.findUnique({
      where: { email, emailVerifiedAt: null },
      select: { id: true, email: true, name: true, locale: true },
    });
    if (user) await sendVerification(user);
  });
}
