import "server-only";
import { log } from "@/lib/log";
import type { Limits } from "./limits";

/** Asks `shared`, and `local` while that is out of reach: limits bound the load, and a lost counter must stop nobody. */
export function withFallback(shared: Limits, local: Limits): Limits {
  let isLost = false;
  const noteLost = (error: unknown) => {
    if (!isLost) log.error({ reason: (error as Error).message }, "the store of limits is out of reach");
    isLost = true;
  };
  const noteFound = () => {
    if (isLost) log.info("the store of limits is back");
    isLost = false;
  };
  return {
    async take(ask, atMs) {
      try {
        const verdict = await shared.take(ask, atMs);
        noteFound();
        return verdict;
      } catch (error) {
        noteLost(error);
        return local.take(ask, atMs);
      }
    },
    // A lease that cannot be given back or renewed ends by itself.
    release: (lease) => shared.release(lease).catch(noteLost),
    renew: (leases, atMs) => shared.renew(leases, atMs).catch(noteLost),
    close: () => shared.close(),
  };
}
