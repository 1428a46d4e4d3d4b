import "server-only";
import { clock } from "@/lib/clock";
import { db, type Transaction } from "@/lib/db";
import { grantWelcomeCredit } from "@/lib/wallet/accounts";
import { spendLink } from "./mail-links";
import { inSameTime } from "./same-time";
import { sendVerification } from "./verification";

/**
 * Spends a link: the address is proven and the person's business gets its welcome credit, each at most once however
 * many confirm at the same moment. Throws NOT_FOUND for a link that is unknown, spent or over.
 */
export async function verifyEmail(token: string): Promise<{ userId: string; businessSlug: string | null }> {
  return db.$transaction(async (tx) => {
    const { userId } = await spendLink(tx, "verify_email", token);
    return { userId, businessSlug: await proveEmail(tx, userId) };
  });
}

/** The person's address is their own; the business they own, if any, gets its welcome credit, and its slug is given. */
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
