import "server-only";
import { AppError } from "@/lib/platform/errors";
import { type Address, subnetOf } from "@/lib/platform/net/networks";
import { openLimits } from "@/lib/platform/rate-limit/open";

/** Invalid keys from one network: 20 at once, then one each three seconds. */
const guesses = [{ name: "bad keys", limit: 20 }];

/** Networks that have used up their guesses, and until when: they need not be counted again. */
const exhaustedUntil = new Map<string, number>();
const maxRemembered = 10_000;

/** Counts by IPv4 /24 or IPv6 /64 over all processes. Throws TOO_MANY_ATTEMPTS. Valid keys are never affected. */
export async function countBadKey(address: Address | null): Promise<void> {
  const owner = address ? subnetOf(address) : "nowhere";
  const tooMany = new AppError("TOO_MANY_ATTEMPTS", { message: "api.tooManyBadKeys" });
  if ((exhaustedUntil.get(owner) ?? 0) > Date.now()) throw tooMany;
  const { exceeded: refused, waitMs } = await openLimits().take({ owner, buckets: guesses });
  if (!refused) return;
  if (exhaustedUntil.size >= maxRemembered) exhaustedUntil.clear();
  exhaustedUntil.set(owner, Date.now() + waitMs);
  throw tooMany;
}
