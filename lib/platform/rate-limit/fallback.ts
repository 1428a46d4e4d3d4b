import "server-only";
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleAll } from "cockatiel";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import { defaultWindowMs, type Limits } from "./limits";

/** How long the shared store is not used after a failure: a store that hangs would otherwise delay every request. */
const pauseMs = seconds(1);

/** Asks `local` while `shared` is unavailable: limits bound the load, and a lost counter must block no one. */
export function withFallback(shared: Limits, local: Pick<Limits, "take" | "forget">): Limits {
  const circuit = circuitBreaker(handleAll, { halfOpenAfter: pauseMs, breaker: new ConsecutiveBreaker(1) });
  let isLost = false;
  circuit.onBreak((failure) => {
    const reason = "error" in failure ? failure.error.message : undefined;
    if (!isLost) log.error({ reason }, "the store of limits is out of reach");
    isLost = true;
  });
  circuit.onReset(() => {
    isLost = false;
    log.info("the store of limits is back");
  });
  return {
    ...shared,
    async take(ask, atMs) {
      // While one request tries the store again, cockatiel would have all others wait for it.
      if (circuit.state === CircuitState.HalfOpen) return local.take(ask, atMs);
      return circuit.execute(() => shared.take(ask, atMs)).catch(() => local.take(ask, atMs));
    },
    async forget(ask) {
      await Promise.all([shared.forget(ask).catch(() => undefined), local.forget(ask)]);
    },
    // A lease that cannot be released or renewed expires.
    release: (lease) => shared.release(lease).catch(() => undefined),
    renew: (leases, atMs) => shared.renew(leases, atMs).catch(() => undefined),
  };
}

/** Approximate, while the shared store is unavailable: fixed windows of this process; running requests do not count. */
export function openLocalLimits(): Pick<Limits, "take" | "forget"> {
  const counted = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: defaultWindowMs / 1000 });
  return {
    async take({ owner, buckets, pools = [], windowMs = defaultWindowMs }) {
      const counts = buckets.map(({ name }) =>
        counted.consume(`${owner} ${name}`, 1, { customDuration: windowMs / 1000 }),
      );
      const results = (await Promise.all(counts)).map(({ consumedPoints, msBeforeNext }, index) => {
        const left = (buckets[index]?.limit ?? 0) - consumedPoints;
        return { left: Math.max(left, 0), resetMs: msBeforeNext, isOver: left < 0 };
      });
      const index = results.findIndex(({ isOver }) => isOver);
      return {
        exceeded: index === -1 ? null : { kind: "bucket" as const, index },
        waitMs: Math.max(0, ...results.filter(({ isOver }) => isOver).map(({ resetMs }) => resetMs)),
        buckets: results,
        pools: pools.map(({ limit }) => ({ left: limit })),
        lease: null,
      };
    },
    async forget({ owner, buckets }) {
      await Promise.all(buckets.map(({ name }) => counted.delete(`${owner} ${name}`)));
    },
  };
}
