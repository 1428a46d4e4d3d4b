import "server-only";
import { hot, type Sql, sql } from "@/lib/platform/db";
import { limitResultOf, newLease, type Taken } from "./limit-result";
import { defaultWindowMs, type Lease, type LimitRequest, type Limits, leaseMs } from "./limits";

const nowMs = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

// The rule itself is in the database, where one round trip can lock, check and count: see the function's comment.
export const taken = `refused_bucket AS bucket, refused_pool AS pool, wait_ms::float8 AS "waitMs", remaining AS lefts,
  reset_ms::float8[] AS "resetMs", pool_remaining AS "poolLefts"`;
const takeLimits = `
  SELECT ${taken} FROM take_rate_limits($1, $2, $3, $4, $5, $6, ${leaseMs}, $7)`;

const deleteBuckets = `DELETE FROM rate_limits WHERE bucket = ANY($1)`;

// For the one or two pools of a lease. No array: PostgreSQL would plan the statement each time.
const deleteLease = "DELETE FROM limit_leases WHERE id = $1 AND pool IN ($2, $3)";

// Skips a lease that is being released, so that neither statement waits for the other.
const renewLeases = `UPDATE limit_leases l
  SET expires_at = coalesce($3::bigint, ${nowMs}) + ${leaseMs}
  FROM (SELECT pool, id FROM limit_leases JOIN unnest($1::text[], $2::text[]) AS kept (pool, id) USING (pool, id)
    FOR UPDATE OF limit_leases SKIP LOCKED) AS kept
  WHERE l.pool = kept.pool AND l.id = kept.id`;

/** Each of the owner's limits as two columns: its key and the limit. */
const columnsOf = (owner: string, bounds: LimitRequest["buckets"]) => [
  bounds.map(({ name }) => `${owner} ${name}`),
  bounds.map(({ limit }) => limit),
];

const hotSql: Sql = (name, text, values) => sql(name, text, values, hot);

/** Limits counted in the database, in unlogged tables. */
export function openPostgresLimits(on = hotSql): Limits {
  return {
    async take(ask, atMs) {
      const { owner, buckets, pools = [], windowMs = defaultWindowMs } = ask;
      const lease = newLease(ask);
      const values = [...columnsOf(owner, buckets), windowMs, ...columnsOf(owner, pools), lease?.id, atMs];
      const [row] = await on<Taken>("take-rate-limits", takeLimits, values);
      if (!row) throw new Error("take_rate_limits returns one row");
      return limitResultOf(row, lease);
    },
    async forget({ owner, buckets }) {
      await on("forget-rate-limits", deleteBuckets, [columnsOf(owner, buckets)[0]]);
    },
    async release(lease) {
      await on("release-lease", deleteLease, placeOf(lease));
    },
    releasing: (lease) => [{ name: "release-lease", text: deleteLease, values: placeOf(lease) }],
    async renew(leases, atMs) {
      // Each place that requests hold, as two columns: its pool and the request's own id.
      const places = leases.flatMap(({ id, owner, pools }) => pools.map((pool) => ({ pool: `${owner} ${pool}`, id })));
      await on("renew-leases", renewLeases, [places.map(({ pool }) => pool), places.map(({ id }) => id), atMs]);
    },
    close: async () => undefined,
  };
}

const placeOf = ({ id, owner, pools: [first, second = first] }: Lease) => [
  id,
  `${owner} ${first}`,
  `${owner} ${second}`,
];

const nowUs = "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint";

// In the order of their names, as `take_rate_limits` locks them.
const addCounts = `
  WITH read AS MATERIALIZED (SELECT ${nowUs} AS now_us)
  INSERT INTO rate_limits AS r (bucket, tat_us)
  SELECT name, now_us + used_us FROM read, unnest($1::text[], $2::bigint[]) AS counted (name, used_us) ORDER BY name
  ON CONFLICT (bucket) DO UPDATE
  SET tat_us = excluded.tat_us + greatest(r.tat_us - (SELECT now_us FROM read), 0)
  RETURNING bucket AS name, (tat_us - (SELECT now_us FROM read))::float8 / 1000 AS "aheadMs"`;

/** Adds what requests used of each limit, and returns how far each is from being unused. */
export const settleCounts = (
  counts: readonly { name: string; usedUs: number }[],
): Promise<{ name: string; aheadMs: number }[]> =>
  sql("settle-rate-limits", addCounts, [counts.map(({ name }) => name), counts.map(({ usedUs }) => usedUs)], hot);

const sweepLeases = `DELETE FROM limit_leases WHERE expires_at < ${nowMs}`;

const sweepBuckets = `DELETE FROM rate_limits WHERE bucket IN
  (SELECT bucket FROM rate_limits WHERE tat_us < ${nowMs} * 1000 LIMIT 1000 FOR UPDATE SKIP LOCKED) RETURNING 1`;

// Rows of the previous release, which can still run beside this one. To be removed with its table.
const sweepCounters = `DELETE FROM limit_counters
  WHERE coalesce(moments[cardinality(moments)], 0) < ${nowMs} - 3600000`;

/** Removes the leases of processes that died, and unused buckets. */
export async function sweepLimits(): Promise<void> {
  await sql("sweep-leases", sweepLeases, []);
  while ((await sql("sweep-rate-limits", sweepBuckets, [])).length === 1000);
  await sql("sweep-limit-counters", sweepCounters, []);
}
