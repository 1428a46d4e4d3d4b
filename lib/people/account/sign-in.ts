import "server-only";
import { notify } from "@/lib/access/notices/notify";
import type { Browser, Device } from "@/lib/access/principals/device";
import { knownDevicesOf } from "@/lib/access/sessions/known-devices";
import type { SignInResult } from "@/lib/people/sign-in-log/schema";
import { recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { db, hot, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { Locale } from "@/lib/platform/i18n/locale";
import { inConstantTime } from "./constant-time-response";
import { isPassword, requireHashingRoom } from "./password";
import {
  type AccountAttempt,
  claimAttemptWarning,
  claimPasswordAttempt,
  clearPasswordAttempts,
  countPasswordAttempt,
  countWrongPassword,
  returnPasswordAttempt,
} from "./password-attempts";
import type { SignIn } from "./schema";
import { sendVerification } from "./verify-email";

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

// The account's known browsers matter only to a browser that was used before.
const byAddress = `
  SELECT id, email, name, locale, password_hash AS "passwordHash", email_verified_at AS "emailVerifiedAt",
    must_reset_password AS "mustResetPassword",
    CASE WHEN $2::boolean THEN ${knownDevicesOf("users.id")} ELSE '{}' END AS browsers
  FROM users WHERE email = $1`;

/**
 * The first proof, which alone may not be enough. A missing account and a wrong password get the same error in the same
 * time: NOT_SIGNED_IN. The correct password gets FORBIDDEN while the address is unconfirmed (a new link is emailed) or
 * the password must be reset. Guesses in unknown browsers, 100 a day with a warning to the owner at twenty, do not
 * count in a browser that has signed in before. Throws TOO_MANY_ATTEMPTS, OVERLOADED.
 */
export async function checkPassword(
  { email, password }: SignIn,
  device: Device,
  browser: Browser | null = null,
): Promise<{ userId: string; passwordHash: string }> {
  // A flood by others uses up no one's attempts.
  requireHashingRoom();
  const [user] = await sql<Known>("sign-in", byAddress, [email, browser !== null], hot);
  // An email without an account is looked up in the same way.
  const fingerprint = browser?.(user?.id ?? "nobody");
  const knownDevice = user?.browsers.find((known) => known === fingerprint) ?? null;
  const guess = { email, ip: device.ip, knownDevice };
  const left = await countPasswordAttempt(guess);
  const claimed = knownDevice ? null : await claimPasswordAttempt(email);
  const matches = await isPassword(password, user?.passwordHash ?? null);
  const record = async (result: SignInResult) => {
    if (user) await recordSignIn({ userId: user.id, result, method: "password", device });
  };
  if (!user || !matches) {
    await countWrongPassword(guess);
    // Only an account has a log to write to.
    await inConstantTime(async () => {
      await record("wrong_password");
      if (user && claimed) await warnOfAttempts(user, claimed);
    });
    throw new AppError("NOT_SIGNED_IN", { message: "auth.wrong" });
  }
  if (claimed) await returnPasswordAttempt(email, claimed);
  await clearPasswordAttempts(guess, left);
  if (!user.emailVerifiedAt) {
    await Promise.all([record("unverified"), sendVerification(user)]);
    throw new AppError("FORBIDDEN", { message: "auth.unverified" });
  }
  if (user.mustResetPassword) {
    await record("must_reset");
    throw new AppError("FORBIDDEN", { message: "auth.mustReset" });
  }
  return { userId: user.id, passwordHash: user.passwordHash };
}

async function warnOfAttempts(user: Known, guess: AccountAttempt): Promise<void> {
  if (!user.emailVerifiedAt || !(await claimAttemptWarning(user.email, guess))) return;
  const path = "/account/security";
  const values = { link: `${env.url}${path}`, count: guess.count };
  await db.$transaction((tx) => notify(tx, user, { kind: "manyGuesses", values, path }));
}
