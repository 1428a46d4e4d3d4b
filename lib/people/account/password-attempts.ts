import "server-only";
import { minutes } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { networkOf, networksOf } from "@/lib/platform/net/client-key";
import { openAttempts } from "@/lib/platform/rate-limit/attempts";

const windowMs = minutes(15);

/** Passwords for one email from one network: ten at once, then one each 90 seconds. */
const passwords = openAttempts("passwords", 10, windowMs);

/** The same from the two wider networks of an IPv6 address. */
const widerPasswords = [openAttempts("passwords /56", 20, windowMs), openAttempts("passwords /48", 40, windowMs)];

/** Wrong passwords from one network for any account: one password can be tried on many people. */
const networkAttempts = [
  openAttempts("wrong passwords", 300, windowMs),
  openAttempts("wrong passwords /56", 600, windowMs),
  openAttempts("wrong passwords /48", 1200, windowMs),
];

/** Passwords that someone signed in enters again. */
const proofs = openAttempts("passwords again", 10, windowMs);

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

/** By session: a stolen one can be used from anywhere, and must not lock the person's other sessions. */
export const countReentry = (sessionId: string): Promise<number> => proofs.count(sessionId);

export const clearReentries = (sessionId: string): Promise<void> => proofs.forget(sessionId);
