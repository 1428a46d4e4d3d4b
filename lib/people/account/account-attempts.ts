import "server-only";
import { clock, hours } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";

/** Wrong passwords for one account in any 24 hours, over all browsers that have never signed in to it. */
export const passwordAttemptsADay = 100;

/** From this many on, the owner is warned by email, once in 24 hours. */
const warnedFrom = 20;

const windowMs = hours(24);
const start = () => new Date(+clock.now() - windowMs);

/** Uses the email as typed, so that a count does not reveal who has an account; a digest, since it is personal data. */
const accountOf = (email: string): string => hmac(env.NEXTAUTH_SECRET, `password guesses:${email}`);

const recent = "ARRAY(SELECT tried FROM unnest(g.failed_at) AS tried WHERE tried > $3)";

/** A counted guess, to be returned if the password is correct. */
export type AccountAttempt = { tried: Date; count: number };

/** Counts a guess before it is checked, however many come at once. Throws TOO_MANY_ATTEMPTS past 100 in 24 hours. */
export async function claimPasswordAttempt(email: string): Promise<AccountAttempt> {
  const tried = clock.now();
  const [row] = await sql<{ count: number }>(
    "claim-guess",
    `INSERT INTO password_guesses AS g (account, failed_at, last_at) VALUES ($1, ARRAY[$2::timestamptz], $2)
     ON CONFLICT (account) DO UPDATE SET failed_at = ${recent} || $2::timestamptz, last_at = $2
     WHERE cardinality(${recent}) < ${passwordAttemptsADay} RETURNING cardinality(failed_at) AS count`,
    [accountOf(email), tried, start()],
  );
  if (!row) throw new AppError("TOO_MANY_ATTEMPTS", { message: "auth.accountGuesses" });
  return { tried, count: row.count };
}

/** The password was correct: the guess does not count. */
export async function returnPasswordAttempt(email: string, { tried }: AccountAttempt): Promise<void> {
  await sql(
    "give-back-guess",
    `UPDATE password_guesses SET failed_at = failed_at[:array_position(failed_at, $2) - 1]
       || failed_at[array_position(failed_at, $2) + 1:]
     WHERE account = $1 AND $2 = ANY(failed_at)`,
    [accountOf(email), tried],
  );
}

/** Whether to warn the owner now: from the twentieth guess on, once in 24 hours, however many come at once. */
export async function claimAttemptWarning(email: string, { count }: AccountAttempt): Promise<boolean> {
  if (count < warnedFrom) return false;
  const rows = await sql(
    "claim-guess-warning",
    `UPDATE password_guesses SET told_at = $2 WHERE account = $1 AND (told_at IS NULL OR told_at <= $3) RETURNING 1`,
    [accountOf(email), clock.now(), start()],
  );
  return rows.length === 1;
}

/** The password has changed, so guesses of the old one no longer count. */
export async function clearAccountAttempts(email: string): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { account: accountOf(email) } });
}

export async function sweepPasswordAttempts(): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { lastAt: { lte: start() } } });
}
