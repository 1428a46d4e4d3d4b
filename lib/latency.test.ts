import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketOf, latencyBoundsMs, noLatency, quantileBounds } from "./latency";

test("the buckets range from 10 ms to more than 5 minutes, each bound √2 times the previous one", () => {
  expect(latencyBoundsMs[0]).toBe(10);
  expect(latencyBoundsMs.at(-1)).toBeGreaterThan(300_000);
  for (const [index, bound] of latencyBoundsMs.slice(1).entries())
    expect(bound / (latencyBoundsMs[index] ?? 0)).toBeCloseTo(Math.SQRT2);
});

test.each([
  [0, 0],
  [10, 0],
  [11, 1],
  [20, 2],
  [327_680, 30],
  [327_681, 31],
  [Number.MAX_SAFE_INTEGER, 31],
])("%i ms are counted in bucket %i", (milliseconds, bucket) => expect(bucketOf(milliseconds)).toBe(bucket));

test("p50 and p95 are in the returned bucket", () => {
  const latencies = fc.array(fc.integer({ min: 0, max: 400_000 }), { minLength: 1, maxLength: 200 });
  const countsOf = (values: number[]) => {
    const counts = noLatency();
    for (const value of values) counts[bucketOf(value)] = (counts[bucketOf(value)] ?? 0) + 1;
    return counts;
  };
  fc.assert(
    fc.property(latencies, fc.constantFrom(0.5, 0.95, 1), (values, quantile) => {
      const all = values.toSorted((a, b) => a - b);
      const exact = all[Math.ceil(all.length * quantile) - 1] ?? 0;
      const [above, upTo] = quantileBounds(countsOf(values), quantile) ?? [0, 0];
      expect(exact).toBeLessThanOrEqual(upTo);
      expect(above === 0 || exact > above).toBe(true);
    }),
  );
  expect(quantileBounds(noLatency(), 0.5)).toBeNull();
});
