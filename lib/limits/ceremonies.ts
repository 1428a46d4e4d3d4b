import "server-only";
import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { minutes } from "@/lib/clock";
import { Refusal } from "@/lib/errors";

/** Questions to passkeys that nobody signed in asked, from one place: more than a large office needs. */
const limiter = new RateLimiterMemory({ points: 300, duration: minutes(5) / 1000 });

/** Keeps a stranger from filling the table of open challenges. Throws TOO_MANY_ATTEMPTS. */
export async function countCeremony(ip: string | null): Promise<void> {
  try {
    await limiter.consume(String(ip));
  } catch (error) {
    if (error instanceof RateLimiterRes) throw new Refusal("TOO_MANY_ATTEMPTS");
    throw error;
  }
}
