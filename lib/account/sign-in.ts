import "server-only";
import { db, hotSql } from "@/lib/db";
import type { Browser, Device } from "@/lib/device";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import type { Locale } from "@/lib/i18n/locale";
import { composeMail } from "@/lib/mail/compose";
import { postMail } from "@/lib/mail/post";
import { type AccountGuess, claimGuess, claimGuessWarning, giveBackGuess } from "@/lib/rate-limit/account-guesses";
import { countGuess, countWrong, forgetGuesses } from "@/lib/rate-limit/guesses";
import { knownDevicesOf } from "@/lib/sessions/known-devices";
import { recordSignIn } from "@/lib/sign-in-log/record";
import type { SignInResult } from "@/lib/sign-in-log/schema";
import { isPassword, requireHashingRoom } from "./password";
import { inSameTime } from "./same-time";
import type { SignIn } from "./schema";
import { sendVerification } from "./verification";

type Known = {
  id: string;
  email: string;
  name: string;
  locale: Locale;
  passwordHash: string;
  emailVerifiedAt: Date | null;
  mustResetPassword: boolean;
  browsers: string[];
};

// Which browsers somebody uses is only of interest to one that was used before.
const byAddress = `
  SELECT id, email, name, locale, password_hash AS "passwordHash", email_verified_at AS "emailVerifiedAt",
    must_reset_password AS "mustResetPassword",
    CASE WHEN $2::boolean THEN ${knownDevicesOf("users.id")} ELSE '{}' END AS browsers
  FROM users WHERE email = $1`;

/** The account of this address, and the browser's fingerprint if it has signed in to it before. */
async function find(email: string, browser: Browser | null) {
  const [user] = await hotSql<Known>("sign-in", byAddress, [email, browser !== null]);
  // An address without an account is asked after in the same way.
  const fingerprint = browser?.(user?.id ?? "nobody");
  return { user, knownDevice: user?.browsers.find((known) => known === fingerprint) ?? null };
}

/**
 * Checks an address and its password: the first proof, which alone may not be enough. A missing account and a wrong
 * password get one answer in one time: NOT_SIGNED_IN. The right password gets FORBIDDEN while the address is unproven
 * (a new link is mailed) or the password must be reset. In a browser that has signed in to this account before, a
 * stranger's guesses do not count; over all others, 100 wrong ones are looked at in a day, and the owner is warned of
 * twenty. Throws TOO_MANY_ATTEMPTS, OVERLOADED.
 */
export async function checkPassword(
  { email, password }: SignIn,
  device: Device,
  browser: Browser | null = null,
): Promise<{ userId: string; passwordHash: string }> {
  // Nobody's tries are used up by a flood of others'.
  requireHashingRoom();
  const { user, knownDevice } = await find(email, browser);
  const guess = { email, ip: device.ip, knownDevice };
  const left = await countGuess(guess);
  const claimed = knownDevice ? null : await claimGuess(email);
  const matches = await isPassword(password, user?.passwordHash ?? null);
  const note = async (result: SignInResult) => {
    if (user) await recordSignIn({ userId: user.id, result, method: "password", device });
  };
  if (!user || !matches) {
    await countWrong(guess);
    // Only an account has a log to write to.
    await inSameTime(async () => {
      await note("wrong_password");
      if (user && claimed) await warnOfGuesses(user, claimed);
    });
    throw new Refusal("NOT_SIGNED_IN", { message: "auth.wrong" });
  }
  if (claimed) await giveBackGuess(email, claimed);
  await forgetGuesses(guess, left);
  if (!user.emailVerifiedAt) {
    await Promise.all([note("unverified"), sendVerification(user)]);
    throw new Refusal("FORBIDDEN", { message: "auth.unverified" });
  }
  if (user.mustResetPassword) {
    await note("must_reset");
    throw new Refusal("FORBIDDEN", { message: "auth.mustReset" });
  }
  return { userId: user.id, passwordHash: user.passwordHash };
}

async function warnOfGuesses({ email, name, locale, emailVerifiedAt }: Known, guess: AccountGuess): Promise<void> {
  if (!emailVerifiedAt || !(await claimGuessWarning(email, guess))) return;
  const link = `${env.url}/account/security`;
  await postMail(db, { to: email, ...composeMail(locale, "manyGuesses", { name, link, count: guess.count }) });
}
