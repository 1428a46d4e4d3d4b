import "server-only";
import { seconds } from "@/lib/clock";
import { log } from "@/lib/log";
import type { Limits } from "./limits";

/** How long the shared store is not used after a failure: a store that hangs would otherwise delay every request. */
const pauseMs = seconds(1);

/**
 * Asks `shared`, and `local` while that is unavailable: limits bound the load, and a lost counter must block no one.
 */
export function withFallback(shared: Limits, local: Limits): Limits {
  let lostAtMs: number | null = null;
  const isPausing = () => lostAtMs !== null && performance.now() - lostAtMs < pauseMs;
  const noteLost = (error: unknown) => {
    if (lostAtMs === null) log.error({ reason: (error as Error).message }, "the store of limits is out of reach");
    lostAtMs = performance.now();
  };
  const noteFound = () => {
    if (lostAtMs !== null) log.info("the store of limits is back");
    lostAtMs = null;
  };
  return {
    async take(ask, atMs) {
      if (isPausing()) return local.take(ask, atMs);
      try {
        const result = await shared.take(ask, atMs);
        noteFound();
        return result;
      } catch (error) {
        noteLost(error);
        return local.take(ask, atMs);
      }
    },
    async forget(ask) {
      await Promise.all([shared.forget(ask).catch(noteLost), local.forget(ask)]);
    },
    // A lease that cannot be released or renewed expires.
    release: (lease) => shared.release(lease).catch(noteLost),
    releasing: (lease) => shared.releasing(lease),
    renew: (leases, atMs) => shared.renew(leases, atMs).catch(noteLost),
    close: () => shared.close(),
  };
}
