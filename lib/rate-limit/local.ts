import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { defaultWindowMs, type LimitRequest, type Limits } from "./limits";

/**
 * An approximate limit by this process alone, while the shared store is unavailable: so many requests in a fixed
 * window. Running requests are not counted; a process limits those of all clients anyway.
 */
export function openLocalLimits(): Limits {
  const counted = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: defaultWindowMs / 1000 });

  const keyOf = ({ owner, windowMs = defaultWindowMs }: Pick<LimitRequest, "owner" | "windowMs">, name: string) =>
    `${owner} ${name} ${windowMs}`;

  const count = async (ask: LimitRequest, { name, limit }: LimitRequest["buckets"][number]) => {
    const { consumedPoints, msBeforeNext } = await counted.consume(keyOf(ask, name), 1, {
      customDuration: (ask.windowMs ?? defaultWindowMs) / 1000,
    });
    return { left: Math.max(limit - consumedPoints, 0), resetMs: msBeforeNext, isOver: consumedPoints > limit };
  };

  return {
    async take(ask) {
      const buckets = await Promise.all(ask.buckets.map((bound) => count(ask, bound)));
      const over = buckets.findIndex(({ isOver }) => isOver);
      return {
        exceeded: over === -1 ? null : { kind: "bucket" as const, index: over },
        waitMs: Math.max(0, ...buckets.filter(({ isOver }) => isOver).map(({ resetMs }) => resetMs)),
        buckets,
        pools: (ask.pools ?? []).map(({ limit }) => ({ left: limit })),
        lease: null,
      };
    },
    async forget(ask) {
      await Promise.all(ask.buckets.map(({ name }) => counted.delete(keyOf(ask, name))));
    },
    release: async () => undefined,
    releasing: () => [],
    renew: async () => undefined,
    close: async () => undefined,
  };
}
