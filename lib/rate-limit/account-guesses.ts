import "server-only";
import { clock, hours } from "@/lib/clock";
import { hmac } from "@/lib/crypto";
import { db, sql } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

/** Wrong passwords for one account in any 24 hours, over all browsers that have never signed in to it. */
export const guessesADay = 100;

/** From so many on the owner is warned by mail, once in 24 hours. */
const warnedFrom = 20;

const windowMs = hours(24);
const start = () => new Date(+clock.now() - windowMs);

/** As it was typed, so that a count says nothing about who has an account; and as a digest, for it is an address. */
const accountOf = (email: string): string => hmac(env.NEXTAUTH_SECRET, `password guesses:${email}`);

const recent = "ARRAY(SELECT tried FROM unnest(g.failed_at) AS tried WHERE tried > $3)";

/** A guess that was counted, to be given back when the password was right. */
export type AccountGuess = { tried: Date; count: number };

/** Counts a guess before it is looked at, however many come at once. Throws TOO_MANY_ATTEMPTS past 100 in 24 hours. */
export async function claimGuess(email: string): Promise<AccountGuess> {
  const tried = clock.now();
  const [row] = await sql<{ count: number }>(
    "claim-guess",
    `INSERT INTO password_guesses AS g (account, failed_at, last_at) VALUES ($1, ARRAY[$2::timestamptz], $2)
     ON CONFLICT (account) DO UPDATE SET failed_at = ${recent} || $2::timestamptz, last_at = $2
     WHERE cardinality(${recent}) < ${guessesADay} RETURNING cardinality(failed_at) AS count`,
    [accountOf(email), tried, start()],
  );
  if (!row) throw new Refusal("TOO_MANY_ATTEMPTS", { message: "auth.accountGuesses" });
  return { tried, count: row.count };
}

/** The password was right: the guess does not count. */
export async function giveBackGuess(email: string, { tried }: AccountGuess): Promise<void> {
  await sql(
    "give-back-guess",
    `UPDATE password_guesses SET failed_at = failed_at[:array_position(failed_at, $2) - 1]
       || failed_at[array_position(failed_at, $2) + 1:]
     WHERE account = $1 AND $2 = ANY(failed_at)`,
    [accountOf(email), tried],
  );
}

/** Whether the owner is to be warned now: from the twentieth guess on, once in 24 hours, however many come at once. */
export async function claimGuessWarning(email: string, { count }: AccountGuess): Promise<boolean> {
  if (count < warnedFrom) return false;
  const rows = await sql(
    "claim-guess-warning",
    `UPDATE password_guesses SET told_at = $2 WHERE account = $1 AND (told_at IS NULL OR told_at <= $3) RETURNING 1`,
    [accountOf(email), clock.now(), start()],
  );
  return rows.length === 1;
}

/** The password is another one by now: what was guessed of the old one says nothing about it. */
export async function forgetAccountGuesses(email: string): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { account: accountOf(email) } });
}

/** Deletes counts in which no guess counts any more. */
export async function sweepGuesses(): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { lastAt: { lte: start() } } });
}
