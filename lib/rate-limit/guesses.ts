import "server-only";
import { minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";
import { openAttempts } from "./attempts";
import { networkOf, networksOf } from "./place";

const windowMs = minutes(15);

/** Passwords for one address from one network: ten at once, then one each 90 seconds. */
const passwords = openAttempts("passwords", 10, windowMs);

/** The same from the two wider networks of an IPv6 address. */
const widerPasswords = [openAttempts("passwords /56", 20, windowMs), openAttempts("passwords /48", 40, windowMs)];

/** Wrong passwords from one network, whomever they were for: one password may be tried on many people. */
const strays = [
  openAttempts("wrong passwords", 300, windowMs),
  openAttempts("wrong passwords /56", 600, windowMs),
  openAttempts("wrong passwords /48", 1200, windowMs),
];

/** Passwords somebody signed in gives again. */
const proofs = openAttempts("passwords again", 10, windowMs);

export type Guess = {
  /** As it was typed, so that a count says nothing about who has an account. */
  email: string;
  ip: string | null;
  /** The browser's fingerprint, if it has signed in to this account before. */
  knownDevice: string | null;
};

/** A stranger's guesses are their network's. A browser the owner uses counts alone, so no stranger locks the owner out. */
const guesserOf = ({ email, ip, knownDevice }: Guess): string =>
  knownDevice ? `${email} with ${knownDevice}` : `${email} from ${networkOf(ip)}`;

/** Networks that have used up their wrong passwords, and until when, as far as this process has heard. */
const spent = new Map<string, number>();
const mostRemembered = 10_000;

/** A wrong password counts only once it was looked at, so a pause as short as the limit's would let many in together. */
const pauseMs = minutes(1);

/** Counts a password before it is looked at, over all processes, and answers how many are left. Throws TOO_MANY_ATTEMPTS. */
export async function countGuess(guess: Guess): Promise<number> {
  const networks = guess.knownDevice === null ? networksOf(guess.ip) : [];
  if (networks.some((network) => (spent.get(network) ?? 0) > Date.now())) throw new Refusal("TOO_MANY_ATTEMPTS");
  const left = await passwords.count(guesserOf(guess));
  for (const [index, network] of networks.slice(1).entries()) {
    await widerPasswords[index]?.count(`${guess.email} from ${network}`);
  }
  return left;
}

/** The password was wrong, or there is no such account: the same to whoever asks. */
export async function countWrong({ ip, knownDevice }: Guess): Promise<void> {
  if (knownDevice) return;
  for (const [index, network] of networksOf(ip).entries()) {
    const taken = await strays[index]?.take(network);
    if (!taken?.refused) continue;
    if (spent.size >= mostRemembered) spent.clear();
    spent.set(network, Date.now() + Math.max(taken.waitMs, pauseMs));
  }
}

/** The right password was among them: they were the owner's own. Not worth a word to the store while many are left. */
export async function forgetGuesses(guess: Guess, left: number): Promise<void> {
  if (left < 5) await passwords.forget(guesserOf(guess));
}

/** The same for someone signed in, by session: whoever holds a stolen one can come from anywhere, and locks no other. */
export const countProof = (sessionId: string): Promise<number> => proofs.count(sessionId);

export const forgetProofs = (sessionId: string): Promise<void> => proofs.forget(sessionId);
