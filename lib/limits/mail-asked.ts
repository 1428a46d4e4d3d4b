import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { hours } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

const limiter = new RateLimiterMemory({ points: 20, duration: hours(1) / 1000 });

/**
 * Counts one wish that a mail be sent, by who asks: a person, or the address a stranger comes from. Which mailbox is
 * meant plays no part, so a refusal says nothing about it. Throws TOO_MANY_ATTEMPTS after 20 in an hour, per process.
 */
export async function countMailAsked(by: string | null): Promise<void> {
  await limiter.consume(String(by)).catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) throw new Refusal("TOO_MANY_ATTEMPTS");
    throw refused;
  });
}

const told = new RateLimiterMemory({ points: 5, duration: hours(1) / 1000 });

/**
 * Whether one more mail that a stranger caused may go to this address: five in an hour, per process. Past that nothing
 * is sent, and the stranger is told nothing of it.
 */
export async function mayTell(address: string): Promise<boolean> {
  return told.consume(address).then(
    () => true,
    (refused: unknown) => {
      if (refused instanceof RateLimiterRes) return false;
      throw refused;
    },
  );
}
