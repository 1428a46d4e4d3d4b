import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import type { Due, Task } from "./claim";

/**
 * Attempts at once of one worker. Slow endpoints begin no more than a quarter of 400. The rest is for others, at most 200 of
 * it for those not known to be fast. An attempt that turns out to be slow takes no place from them, up to `all`.
 */
export const shares = { slow: 100, others: 300, unproven: 200, business: 64, all: 800 } as const;

/** Attempts at once to one endpoint. */
const firstPlaces = 4;
const mostPlaces = 32;

/** An endpoint whose attempts take less, at the 95th percentile, gets more places. */
const fastMs = seconds(1);

/** One whose attempts take longer may only use a quarter of a worker's places. */
export const slowMs = seconds(3);

const keptDurations = 32;

export type Ended = { startedAt: number; durationMs: number; hasSucceeded: boolean };

/** From 4 to 32 attempts at once while they succeed fast, half after a failure. Times are of `performance.now()`. */
export function openPace(isHealthy = false) {
  const durations: number[] = [];
  let places = firstPlaces;
  let halvedAt = 0;
  let p95: number | undefined;

  return {
    places: () => places,
    isSlow: () => p95 !== undefined && p95 > slowMs,
    /** Whether an attempt ended fast, so that more of them take no place from others for long. */
    isFast: () => (p95 === undefined ? isHealthy : p95 < fastMs),
    record({ startedAt, durationMs, hasSucceeded }: Ended): void {
      durations.push(durationMs);
      if (durations.length > keptDurations) durations.shift();
      p95 = durations.toSorted((a, b) => a - b)[Math.ceil(durations.length * 0.95) - 1];
      if (hasSucceeded) {
        if (p95 !== undefined && p95 < fastMs) places = Math.min(mostPlaces, places + 1);
        return;
      }
      // Attempts that were in flight together fail together, which is one reason to slow down.
      if (startedAt < halvedAt) return;
      places = Math.max(1, Math.floor(places / 2));
      halvedAt = performance.now();
    },
  };
}

/** What waits and runs for one endpoint, or for its tests. */
export type Lane = {
  target: string;
  businessId: string;
  slot: number;
  places: number | null;
  queue: Due[];
  /** Whether more may be due than is in the queue. */
  mayHaveMore: boolean;
  /** By the message's id, the oldest attempt first. */
  inFlight: Map<string, { startedAt: number; task?: Task }>;
  pace: ReturnType<typeof openPace>;
  /** No attempt begins before this time of `performance.now()`. */
  notBefore: number;
  usedAt: number;
};

export const openLane = ({ target, businessId, slot, isHealthy }: Due): Lane => ({
  target,
  businessId,
  slot,
  places: null,
  queue: [],
  mayHaveMore: false,
  inFlight: new Map(),
  pace: openPace(isHealthy),
  notBefore: 0,
  usedAt: performance.now(),
});

function oldestMs({ inFlight }: Lane): number {
  const [first] = inFlight.values();
  return first ? performance.now() - first.startedAt : 0;
}

const isSlow = (lane: Lane): boolean => lane.pace.isSlow() || oldestMs(lane) > slowMs;
const isFast = (lane: Lane): boolean => lane.pace.isFast() && oldestMs(lane) <= fastMs;

/** Counts what is in flight against the shares of businesses and of slow endpoints. */
export function countShares(lanes: Iterable<Lane>) {
  const taken = { all: 0, slow: 0, unproven: 0, business: new Map<string, number>() };

  function take(lane: Lane, places: number): void {
    if (places === 0) return;
    taken.all += places;
    taken.business.set(lane.businessId, (taken.business.get(lane.businessId) ?? 0) + places);
    if (isSlow(lane)) taken.slow += places;
    else if (!isFast(lane)) taken.unproven += places;
  }

  for (const lane of lanes) take(lane, lane.inFlight.size);
  return {
    take,
    /** Whether another attempt may begin now. */
    hasPlace(lane: Lane): boolean {
      const places = Math.min(lane.places ?? mostPlaces, lane.pace.places());
      if (performance.now() < lane.notBefore || lane.inFlight.size >= places) return false;
      if (taken.all >= shares.all || (taken.business.get(lane.businessId) ?? 0) >= shares.business) return false;
      if (isSlow(lane)) return taken.slow < shares.slow;
      return taken.all - taken.slow < shares.others && (isFast(lane) || taken.unproven < shares.unproven);
    },
  };
}

export type Running = Pick<Task, "deliveryId" | "messageId" | "endpointId" | "url"> & { startedAt: number };

/** The lane's attempts that are in flight for longer than `ms`. */
export const listRunning = ({ inFlight }: Lane, ms: number): Running[] =>
  [...inFlight.values()].flatMap(({ startedAt, task }) => {
    const ageMs = performance.now() - startedAt;
    if (!task || ageMs < ms) return [];
    const { deliveryId, messageId, endpointId, url } = task;
    return [{ deliveryId, messageId, endpointId, url, startedAt: Math.round(+clock.now() - ageMs) }];
  });
