import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { defaultWindowMs, type Limits } from "./limits";

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
