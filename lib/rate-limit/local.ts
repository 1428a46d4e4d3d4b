import "server-only";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { type Ask, defaultWindowMs, type Limits } from "./limits";

/**
 * A rough bound by this process alone, for while the store that all share is out of reach: so many calls from the
 * first of a window to its end. Calls under way are not counted; a process bounds those of everybody anyway.
 */
export function openLocalLimits(): Limits {
  const counted = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: defaultWindowMs / 1000 });

  const keyOf = ({ owner, windowMs = defaultWindowMs }: Pick<Ask, "owner" | "windowMs">, name: string) =>
    `${owner} ${name} ${windowMs}`;

  const count = async (ask: Ask, { name, most }: Ask["buckets"][number]) => {
    const { consumedPoints, msBeforeNext } = await counted.consume(keyOf(ask, name), 1, {
      customDuration: (ask.windowMs ?? defaultWindowMs) / 1000,
    });
    return { left: Math.max(most - consumedPoints, 0), restoresMs: msBeforeNext, isOver: consumedPoints > most };
  };

  return {
    async take(ask) {
      const buckets = await Promise.all(ask.buckets.map((bound) => count(ask, bound)));
      const over = buckets.findIndex(({ isOver }) => isOver);
      return {
        refused: over === -1 ? null : { kind: "bucket" as const, index: over },
        waitMs: Math.max(0, ...buckets.filter(({ isOver }) => isOver).map(({ restoresMs }) => restoresMs)),
        buckets,
        pools: (ask.pools ?? []).map(({ most }) => ({ left: most })),
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
