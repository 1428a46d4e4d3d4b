import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

/** Wrong passwords for one address from one place, before we stop looking for a while. */
const limiter = new RateLimiterMemory({ points: 10, duration: minutes(15) / 1000 });

/**
 * Counts one guess before it is checked. Keyed by what was typed, so that it says nothing about which addresses have
 * an account, and by where it came from, so that a stranger cannot lock the owner out. Throws TOO_MANY_ATTEMPTS.
 */
export async function countGuess(email: string, ip: string | null): Promise<void> {
  try {
    await limiter.consume(`${ip} ${email}`);
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new Refusal("TOO_MANY_ATTEMPTS");
    throw error;
  }
}

/** The right password was among them: they were the owner's own. */
export async function forgetGuesses(email: string, ip: string | null): Promise<void> {
  await limiter.delete(`${ip} ${email}`);
}
