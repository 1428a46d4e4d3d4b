import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Limits } from "./limits";

const isWhole = process.env.VANG_MATRIX === "whole";
const mosts = isWhole ? [10, 100, 1000] : [10, 200];
const windowsMs = [1000, 10_000, 60_000];
const loads = [0.9, 1, 1.5, 2];
const processes = [1, 3];
const spans = 2.5;

const cases = mosts.flatMap((most) =>
  windowsMs.flatMap((windowMs) => loads.flatMap((load) => processes.map((count) => ({ most, windowMs, load, count })))),
);

type Case = (typeof cases)[number];

/** When calls come: evenly at the load, as many at once as there are processes, for two and a half windows. */
function listArrivals({ most, windowMs, load, count }: Case): number[] {
  const calls = Math.floor((most * load * spans) / count);
  return Array.from({ length: calls }, (_, index) => Math.round((index * count * windowMs) / (most * load)));
}

/** How many of the moments, which are in order, lie within any one window at most. */
function fullest(moments: number[], windowMs: number): number {
  let first = 0;
  return moments.reduce((most, at, last) => {
    while ((moments[first] ?? at) <= at - windowMs) first++;
    return Math.max(most, last - first + 1);
  }, 0);
}

/** The calls that a log of every single moment lets in. */
function ideal(arrivals: number[], { most, windowMs }: Case): number {
  const admitted: number[] = [];
  for (const at of arrivals) if ((admitted.at(-most) ?? Number.NEGATIVE_INFINITY) <= at - windowMs) admitted.push(at);
  return admitted.length;
}

/** Every limit, window, load and number of processes, on a clock of its own. */
export function limitsMatrix(name: string, open: () => Limits): void {
  const stores: Limits[] = [];
  beforeAll(() => void stores.push(open(), open(), open()));
  afterAll(() => Promise.all(stores.map((store) => store.close())));

  describe(name, () => {
    test.concurrent.each(cases)(
      "$most in $windowMs ms at $load of it from $count: no window holds more, and who may come gets in",
      async (given) => {
        const { most, windowMs, load, count } = given;
        const ask = {
          owner: `matrix ${most} ${windowMs} ${load} ${count}`,
          buckets: [{ name: "all", most }],
          windowMs,
        };
        const admitted: number[] = [];
        const arrivals = listArrivals(given);
        for (const at of arrivals) {
          const verdicts = await Promise.all(
            stores.slice(0, count).map((store) => store.take(ask, 1_800_000_000_000 + at)),
          );
          admitted.push(...verdicts.filter(({ refused }) => !refused).map(() => at));
        }
        expect(fullest(admitted, windowMs)).toBeLessThanOrEqual(most);
        const possible = ideal(
          arrivals.flatMap((at) => Array(count).fill(at)),
          given,
        );
        expect(admitted.length).toBeGreaterThanOrEqual(Math.floor(possible * 0.99));
        if (load < 1) expect(possible).toBe(arrivals.length * count);
      },
      600_000,
    );
  });
}
