import "server-only";
import { hmac } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import type { LimitRequest } from "./limits";
import { openLimits } from "./open";

/**
 * `limit` of one thing at once and then one each `windowMs / limit`, over all processes: `limit` in a window on
 * average, and less than twice that in any one. The subject is stored as a digest, because it can be an email address.
 */
export function openAttempts(name: string, limit: number, windowMs: number) {
  const askFor = (by: string): LimitRequest => ({
    owner: hmac(env.NEXTAUTH_SECRET, `attempts:${name}:${by}`),
    buckets: [{ name, limit: limit }],
    windowMs,
  });
  const take = (by: string) => openLimits().take(askFor(by));
  return {
    take,
    /** Whether there was room for one more, which is then counted. */
    isAllowed: async (by: string): Promise<boolean> => (await take(by)).exceeded === null,
    /** Counts one more, and returns how many are left. Throws TOO_MANY_ATTEMPTS if there was no room. */
    async count(by: string): Promise<number> {
      const { exceeded: refused, buckets } = await take(by);
      if (refused) throw new AppError("TOO_MANY_ATTEMPTS");
      return buckets[0]?.left ?? 0;
    },
    forget: (by: string): Promise<void> => openLimits().forget(askFor(by)),
  };
}
