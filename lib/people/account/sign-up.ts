import "server-only";
import type { NoticeRecipient } from "@/lib/access/notices/notify";
import { acceptTerms, requireCurrentTerms } from "@/lib/access/terms/service";
import { createBusiness } from "@/lib/businesses/service";
import { openWallet } from "@/lib/money/wallet/accounts";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Locale } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { composeMail } from "@/lib/platform/mail/compose";
import { localPart } from "@/lib/platform/mail/email-schema";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { isEmailAllowed } from "@/lib/platform/mail/request-quota";
import { queueMail } from "@/lib/platform/mail/send";
import { isTaken } from "./change-email";
import { rejectCommonPassword } from "./common-passwords";
import { inConstantTime } from "./constant-time-response";
import { hashPassword, isPassword, requireHashingRoom } from "./password";
import type { SignUp } from "./schema";
import { sendVerification } from "./verify-email";

type Registration = NoticeRecipient & { passwordHash: string; businessName: string };

/**
 * Creates a person, their first business and its wallet, and emails a link that confirms the address. A taken address
 * gets the same response in the same time, with an unused id; its owner gets an email. Throws INVALID_REQUEST for a
 * password that is easy to guess or terms that are not accepted, OVERLOADED.
 */
export async function signUp(input: SignUp, locale: Locale): Promise<{ userId: string }> {
  requireCurrentTerms(input.terms);
  rejectCommonPassword(input.password, [input.name, input.businessName, localPart(input.email)]);
  requireHashingRoom();
  return inConstantTime(async () => {
    const registration: Registration = {
      id: newId("user"),
      email: input.email,
      name: input.name,
      locale,
      passwordHash: await hashPassword(input.password),
      businessName: input.businessName,
    };
    const unverified = (await register(registration))
      ? registration
      : await registerAgain(registration, input.password);
    if (unverified) await sendVerification(unverified);
    else {
      const { email } = registration;
      const owner = await db.user.findUnique({ where: { email }, select: { email: true, name: true, locale: true } });
      if (owner && (await isEmailAllowed(email))) {
        const values = { name: owner.name, link: `${env.url}/sign-in` };
        queueMail({ to: owner.email, ...composeMail(owner.locale, "taken", values) });
      }
    }
    return { userId: unverified?.id ?? registration.id };
  });
}

async function register({ businessName, ...user }: Registration): Promise<boolean> {
  return db.$transaction(async (tx) => {
    if (await isTaken(tx, user.email)) return false;
    const { count } = await tx.user.createMany({
      data: [{ ...user, mailbox: mailboxOf(user.email), localeChosen: true, createdAt: clock.now() }],
      skipDuplicates: true,
    });
    if (count === 0) return false;
    const business = await createBusiness(tx, { ownerId: user.id, name: businessName });
    await openWallet(tx, business.id);
    await acceptTerms(tx, user.id);
    return true;
  });
}

/**
 * An unconfirmed account has no certain owner. Of two sign-ups with different passwords, the person who confirms the
 * address chooses a new one, and neither of the earlier works. Null if the address is confirmed.
 */
async function registerAgain({ email, name, locale, passwordHash, businessName }: Registration, password: string) {
  const unverified = { email, emailVerifiedAt: null };
  const rival = await db.user.findUnique({ where: unverified, select: { passwordHash: true } });
  const isSame = await isPassword(password, rival?.passwordHash ?? null);
  // Never set back: another sign-up can come between the query and the write.
  const contested = isSame ? {} : { passwordHash, mustResetPassword: true };
  return db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: unverified,
      data: { name, locale, localeChosen: true, ...contested },
    });
    if (count === 0) return null;
    const again = await tx.user.findUnique({ where: unverified, select: { id: true } });
    if (again) await acceptTerms(tx, again.id);
    await tx.business.updateMany({
      where: { memberships: { some: { role: "owner", user: unverified } } },
      data: { name: businessName },
    });
    return tx.user.findUnique({ where: unverified, select: { id: true, email: true, name: true, locale: true } });
  });
}
