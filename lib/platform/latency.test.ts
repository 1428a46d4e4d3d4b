import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketOf, fineBucketOf, fineQuantile, latencyBoundsMs, noLatency, quantileBounds } from "./latency";

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

test("every quantile is at most 5 % from the exact one", { tags: "promise" }, () => {
  const times = fc.array(fc.integer({ min: 1, max: 600_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95, 0.99), (values, quantile) => {
      const counts = new Map<number, number>();
      for (const value of values) counts.set(fineBucketOf(value), (counts.get(fineBucketOf(value)) ?? 0) + 1);
      const sorted = values.toSorted((a, b) => a - b);
      const exact = sorted[Math.ceil(sorted.length * quantile) - 1] ?? 0;
      const found =
        fineQuantile(
          [...counts].sort(([a], [b]) => a - b),
          quantile,
        ) ?? 0;
      // Shown in whole milliseconds.
      expect(Math.abs(found - exact)).toBeLessThanOrEqual(0.05 * exact + 0.5);
    }),
  );
  expect(fineQuantile([], 0.5)).toBeNull();
});
