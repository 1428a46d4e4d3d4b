const bucketCount = 32;

/** Upper bounds of all but the last: 10 to 327,680 ms, each √2 times the one before. Fixed, so that counts add up. */
export const latencyBoundsMs: readonly number[] = Array.from(
  { length: bucketCount - 1 },
  (_, index) => 10 * 2 ** (index / 2),
);

/** The bucket of a processing time; the last one has no upper bound. */
export function bucketOf(milliseconds: number): number {
  const found = latencyBoundsMs.findIndex((bound) => milliseconds <= bound);
  return found === -1 ? bucketCount - 1 : found;
}

export const noLatency = (): number[] => Array<number>(bucketCount).fill(0);

/** The bounds in milliseconds of the bucket with a quantile, such as 0.95; null without counts. The last is endless. */
export function quantileBounds(counts: readonly number[], quantile: number): [above: number, upTo: number] | null {
  const rank = Math.ceil(counts.reduce((sum, count) => sum + count, 0) * quantile);
  let seen = 0;
  for (const [bucket, count] of counts.entries()) {
    seen += count;
    if (count > 0 && seen >= rank) return [latencyBoundsMs[bucket - 1] ?? 0, latencyBoundsMs[bucket] ?? Infinity];
  }
  return null;
}

/** Each bucket of `usage_hourly` is this many times as long as the previous one: a quantile is at most 5 % off. */
const fineRatio = 1.1;

/** The bucket of a processing time in whole milliseconds. */
export const fineBucketOf = (milliseconds: number): number =>
  Math.round(Math.log(Math.max(1, milliseconds)) / Math.log(fineRatio));

/** Buckets with their counts, sorted by bucket. */
export type FineCounts = readonly (readonly [bucket: number, count: number])[];

/** A quantile in milliseconds, such as that of 0.95, at most 5 % from the exact one; null without any count. */
export function fineQuantile(counts: FineCounts, quantile: number): number | null {
  const rank = Math.ceil(counts.reduce((sum, [, count]) => sum + count, 0) * quantile);
  let seen = 0;
  for (const [bucket, count] of counts) {
    seen += count;
    if (seen >= rank) return Math.round(fineRatio ** bucket);
  }
  return null;
}
