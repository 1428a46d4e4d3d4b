import "server-only";
import { seconds } from "@/lib/clock";
import { log } from "@/lib/log";
import type { Limits } from "./limits";

/** After a failure the shared store is left alone this long: a store that hangs would otherwise delay every call. */
const pauseMs = seconds(1);

/** Asks `shared`, and `local` while that is out of reach: limits bound the load, and a lost counter must stop nobody. */
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
        const verdict = await shared.take(ask, atMs);
        noteFound();
        return verdict;
      } catch (error) {
        noteLost(error);
        return local.take(ask, atMs);
      }
    },
    async forget(ask) {
      await Promise.all([shared.forget(ask).catch(noteLost), local.forget(ask)]);
    },
    // A lease that cannot be given back or renewed ends by itself.
    release: (lease) => shared.release(lease).catch(noteLost),
    releasing: (lease) => shared.releasing(lease),
    renew: (leases, atMs) => shared.renew(leases, atMs).catch(noteLost),
    close: () => shared.close(),
  };
}
