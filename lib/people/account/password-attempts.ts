import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { recordSignIn } from "@/lib/people/sign-in-log/sign-in-log";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { networkOf, networksOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";
import { isPassword } from "./password";

/** Wrong passwords for one account in any 24 hours, over all browsers that have never signed in to it. */
export const passwordAttemptsADay = 100;

/** From this many on, the owner is warned by email, once in 24 hours. */
const warnedFrom = 20;

/** When the counted 24 hours began. */
const dayAgo = () => new Date(+clock.now() - hours(24));

/** Uses the email as typed, so that a count does not reveal who has an account; a digest, since it is personal data. */
const accountOf = (email: string): string => hmac(env.NEXTAUTH_SECRET, `password guesses:${email}`);

const recentAttempts = "ARRAY(SELECT tried FROM unnest(g.failed_at) AS tried WHERE tried > $3)";

/** A counted guess, to be returned if the password is correct. */
export type AccountAttempt = { tried: Date; count: number };

/** Counts a guess before it is checked, however many come at once. Throws TOO_MANY_ATTEMPTS past 100 in 24 hours. */
export async function claimPasswordAttempt(email: string): Promise<AccountAttempt> {
  const tried = clock.now();
  const [row] = await sql<{ count: number }>(
    "claim-guess",
    `INSERT INTO password_guesses AS g (account, failed_at, last_at) VALUES ($1, ARRAY[$2::timestamptz], $2)
     ON CONFLICT (account) DO UPDATE SET failed_at = ${recentAttempts} || $2::timestamptz, last_at = $2
     WHERE cardinality(${recentAttempts}) < ${passwordAttemptsADay} RETURNING cardinality(failed_at) AS count`,
    [accountOf(email), tried, dayAgo()],
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
    [accountOf(email), clock.now(), dayAgo()],
  );
  return rows.length === 1;
}

/** The password has changed, so guesses of the old one no longer count. */
export async function clearAccountAttempts(email: string): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { account: accountOf(email) } });
}

export async function sweepPasswordAttempts(): Promise<void> {
  await db.passwordGuesses.deleteMany({ where: { lastAt: { lte: dayAgo() } } });
}

const networkWindowMs = minutes(15);

/** Passwords for one email from one network: ten at once, then one each 90 seconds. */
const passwords = openAttempts("passwords", 10, networkWindowMs);

/** The same from the two wider networks of an IPv6 address. */
const widerPasswords = [
  openAttempts("passwords /56", 20, networkWindowMs),
  openAttempts("passwords /48", 40, networkWindowMs),
];

/** Wrong passwords from one network for any account: one password can be tried on many people. */
const networkAttempts = [
  openAttempts("wrong passwords", 300, networkWindowMs),
  openAttempts("wrong passwords /56", 600, networkWindowMs),
  openAttempts("wrong passwords /48", 1200, networkWindowMs),
];

/** Passwords that someone signed in enters again. */
const reentries = openAttempts("passwords again", 10, networkWindowMs);

export type PasswordAttempt = {
  /** As it was typed, so that a count does not reveal who has an account. */
  email: string;
  ip: string | null;
  /** The browser's fingerprint, if it has signed in to this account before. */
  knownDevice: string | null;
};

/** Guesses from unknown browsers count by network. One the owner uses counts alone: no one can lock the owner out. */
const attemptKeyOf = ({ email, ip, knownDevice }: PasswordAttempt): string =>
  knownDevice ? `${email} with ${knownDevice}` : `${email} from ${networkOf(ip)}`;

/** Networks that have used up their wrong passwords, and until when, as far as this process knows. */
const spent = new Map<string, number>();
const maxRemembered = 10_000;

/** A wrong password counts only after its check: a pause as short as the limit's would let many through together. */
const pauseMs = minutes(1);

/** Counts a password before it is checked, over all processes. Returns how many are left. Throws TOO_MANY_ATTEMPTS. */
export async function countPasswordAttempt(guess: PasswordAttempt): Promise<number> {
  const networks = guess.knownDevice === null ? networksOf(guess.ip) : [];
  if (networks.some((network) => (spent.get(network) ?? 0) > Date.now())) throw new AppError("TOO_MANY_ATTEMPTS");
  const left = await passwords.count(attemptKeyOf(guess));
  for (const [index, network] of networks.slice(1).entries()) {
    await widerPasswords[index]?.count(`${guess.email} from ${network}`);
  }
  return left;
}

/** The password was wrong, or there is no such account: the same for the client. */
export async function countWrongPassword({ ip, knownDevice }: PasswordAttempt): Promise<void> {
  if (knownDevice) return;
  for (const [index, network] of networksOf(ip).entries()) {
    const taken = await networkAttempts[index]?.take(network);
    if (!taken?.exceeded) continue;
    if (spent.size >= maxRemembered) spent.clear();
    spent.set(network, Date.now() + Math.max(taken.waitMs, pauseMs));
  }
}

/** The correct password was among them, so they were the owner's own. The store is updated only when few are left. */
export async function clearPasswordAttempts(guess: PasswordAttempt, left: number): Promise<void> {
  if (left < 5) await passwords.forget(attemptKeyOf(guess));
}

/** For someone signed in already. Throws NOT_SIGNED_IN at the field `password`, TOO_MANY_ATTEMPTS, OVERLOADED. */
export async function provePassword({ userId, sessionId, device }: Viewer, password: string): Promise<void> {
  // By session: a stolen one can be used from anywhere, and must not lock the person's other sessions.
  await reentries.count(sessionId);
  const { passwordHash } = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { passwordHash: true } });
  const isCorrect = await isPassword(password, passwordHash);
  const result = isCorrect ? "proved_again" : "wrong_password";
  await recordSignIn({ userId, result, method: "password", device, sessionId });
  if (!isCorrect) throw new AppError("NOT_SIGNED_IN", { message: "auth.wrongPassword", param: "password" });
  await reentries.forget(sessionId);
}
