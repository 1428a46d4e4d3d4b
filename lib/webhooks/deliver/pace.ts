import "server-only";
import { seconds } from "@/lib/platform/clock";

/** Attempts at once to one endpoint. */
const firstPlaces = 4;
export const mostPlaces = 32;

/** An endpoint whose attempts take less, at the 95th percentile, gets more places. */
export const fastMs = seconds(1);

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

export type Pace = ReturnType<typeof openPace>;
