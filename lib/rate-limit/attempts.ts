import "server-only";
import { hmac } from "@/lib/crypto";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import type { Ask } from "./limits";
import { openLimits } from "./open";

/**
 * `most` of one thing at once and then one each `windowMs / most`, over all processes: `most` in a window on average, and
 * less than twice that in any one. Who did it is kept as a digest, for it may be an email address.
 */
export function openAttempts(name: string, most: number, windowMs: number) {
  const askFor = (by: string): Ask => ({
    owner: hmac(env.NEXTAUTH_SECRET, `attempts:${name}:${by}`),
    buckets: [{ name, most }],
    windowMs,
  });
  const take = (by: string) => openLimits().take(askFor(by));
  return {
    take,
    /** Whether there was room for one more, which then is counted. */
    isAllowed: async (by: string): Promise<boolean> => (await take(by)).refused === null,
    /** Counts one more, and answers for how many there is room still. Throws TOO_MANY_ATTEMPTS when there was none for it. */
    async count(by: string): Promise<number> {
      const { refused, buckets } = await take(by);
      if (refused) throw new Refusal("TOO_MANY_ATTEMPTS");
      return buckets[0]?.left ?? 0;
    },
    forget: (by: string): Promise<void> => openLimits().forget(askFor(by)),
  };
}
