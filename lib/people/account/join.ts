import "server-only";
import type { Device } from "@/lib/access/principals/device";
import { getInvitation, type Joined, spendInvitation } from "@/lib/businesses/members/accept";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { newId } from "@/lib/platform/ids";
import { localPart } from "@/lib/platform/mail/email-schema";
import { mailboxOf } from "@/lib/platform/mail/mailbox";
import { isReserved } from "./change-email";
import { rejectCommonPassword } from "./common-passwords";
import { hashPassword } from "./password";
import type { Joining } from "./schema";
import { proveEmail } from "./verify-email";

type Newcomer = { email: string; name: string; passwordHash: string; locale: Locale; localeChosen: true };

/**
 * The link was emailed, so it confirms the address. The person gets no business of their own. Throws CONFLICT if the
 * address has an account or can be restored to one, INVALID_REQUEST for a password that is easy to guess, OVERLOADED,
 * and what `getInvitation` throws.
 */
export async function joinBusiness(
  { token, name, password }: Joining,
  locale: Locale,
  device: Device,
): Promise<Joined & { userId: string }> {
  const { email, isKnown } = await getInvitation(token);
  if (isKnown) throw new AppError("CONFLICT", { message: "members.accountExists" });
  rejectCommonPassword(password, [name, localPart(email)]);
  const passwordHash = await hashPassword(password);
  const newcomer = { email, name, locale, localeChosen: true, passwordHash } as const;
  return db.$transaction(async (tx) => {
    const userId = await makePerson(tx, newcomer);
    return { userId, ...(await spendInvitation(tx, token, { userId, device })) };
  });
}

/** An unconfirmed account of this email has no certain owner: the one who confirms the email takes it over. */
async function makePerson(tx: Transaction, newcomer: Newcomer): Promise<string> {
  // Someone who can restore the address would otherwise lose it forever.
  if (await isReserved(tx, newcomer.email)) throw new AppError("CONFLICT", { message: "account.email.taken" });
  const id = newId("user");
  const made = await tx.user.createMany({
    data: [{ id, ...newcomer, mailbox: mailboxOf(newcomer.email), createdAt: clock.now() }],
    skipDuplicates: true,
  });
  const { email, ...changed } = newcomer;
  const [user] = await tx.user.updateManyAndReturn({
    where: { email, emailVerifiedAt: null },
    data: made.count === 1 ? {} : { ...changed, passwordChangedAt: clock.now(), mustResetPassword: false },
    select: { id: true },
  });
  if (!user) throw new AppError("CONFLICT", { message: "members.accountExists" });
  await proveEmail(tx, user.id);
  return user.id;
}
