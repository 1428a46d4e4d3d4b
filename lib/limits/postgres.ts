import "server-only";
import { type Sql, sql } from "@/lib/db";
import { gather } from "@/lib/gather";
import { type Ask, defaultWindowMs, type Lease, type Limits, leaseMs, type Verdict } from "./limits";
import { newLease } from "./new-lease";

type Row = {
  bucket: number | null;
  pool: number | null;
  waitMs: bigint;
  lefts: number[];
  restoresMs: string[];
  poolLefts: number[];
};

// The rule itself is in the database, where one round trip can lock, look and count: see the function's comment.
const answer = `refused_bucket AS bucket, refused_pool AS pool, wait_ms AS "waitMs", lefts,
  restores_ms AS "restoresMs", pool_lefts AS "poolLefts"`;
const take = `SELECT ${answer} FROM take_limits($1, $2, $3, $4, $5, $6, ${leaseMs}, $7)`;

// Of many owners, each of one bucket. All processes lock them in the same order.
const takeEach = `
  SELECT place::int, ${answer}
  FROM (SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) WITH ORDINALITY AS asked (bucket, most, window_ms, place)
    ORDER BY bucket) AS asked,
  LATERAL take_limits(ARRAY[asked.bucket], ARRAY[most], window_ms, '{}', '{}', NULL, ${leaseMs}, NULL)`;

const forget = `DELETE FROM limit_counters WHERE bucket = ANY($1)`;

const release = `
  DELETE FROM limit_leases l USING unnest($1::text[], $2::text[]) AS over (pool, id) WHERE l.pool = over.pool AND l.id = over.id`;

const renew = `UPDATE limit_leases l
  SET expires_at = coalesce($3::bigint, (extract(epoch FROM clock_timestamp()) * 1000)::bigint) + ${leaseMs}
  FROM unnest($1::text[], $2::text[]) AS kept (pool, id) WHERE l.pool = kept.pool AND l.id = kept.id`;

const named = (owner: string, names: readonly string[]) => names.map((name) => `${owner} ${name}`);

/** Limits counted in the database, in tables that are never written to its log. */
export function openPostgresLimits(on: Sql = sql): Limits {
  const takeTogether = gather(async (asked: { ask: Ask; row?: Row }[]) => {
    const columns = asked.map(({ ask }) => valuesOf(ask, null));
    const values = [
      columns.flatMap(([names]) => names),
      columns.flatMap(([, mosts]) => mosts),
      columns.map((of) => of[2]),
    ];
    const rows = await on<Row & { place: number }>("take-each-limit", takeEach, values);
    for (const row of rows) Object.assign(asked[row.place - 1] ?? {}, { row });
  });

  return {
    async take(ask, atMs) {
      if (ask.buckets.length === 1 && !ask.pools?.length && atMs === undefined) {
        const asked: { ask: Ask; row?: Row } = { ask };
        await takeTogether(asked);
        return verdictOf(asked.row, null);
      }
      const lease = newLease(ask);
      const [row] = await on<Row>("take-limits", take, valuesOf(ask, lease, atMs));
      return verdictOf(row, lease);
    },
    async forget({ owner, buckets }) {
      const names = buckets.map(({ name }) => name);
      await on("forget-limits", forget, [named(owner, names)]);
    },
    release: gather(async (leases: Lease[]) => on("release-leases", release, placesOf(leases))),
    async renew(leases, atMs = undefined) {
      await on("renew-leases", renew, [...placesOf(leases), atMs ?? null]);
    },
    close: async () => undefined,
  };
}

function verdictOf(row: Row | undefined, lease: Lease | null): Verdict {
  if (!row) throw new Error("take_limits answers one row");
  const refused =
    row.bucket === null
      ? row.pool && { kind: "pool" as const, index: row.pool - 1 }
      : { kind: "bucket" as const, index: row.bucket - 1 };
  return {
    refused: refused || null,
    waitMs: Number(row.waitMs),
    buckets: row.lefts.map((left, index) => ({ left, restoresMs: Number(row.restoresMs[index]) })),
    pools: row.poolLefts.map((left) => ({ left })),
    lease: refused ? null : lease,
  };
}

/** Each place that calls take, as two columns: its pool, and the call's own id. */
function placesOf(leases: readonly Lease[]): [pools: string[], ids: string[]] {
  const places = leases.flatMap(({ id, owner, pools }) => named(owner, pools).map((pool) => ({ pool, id })));
  return [places.map(({ pool }) => pool), places.map(({ id }) => id)];
}

function valuesOf({ owner, buckets, pools = [], windowMs = defaultWindowMs }: Ask, lease: Lease | null, atMs?: number) {
  const names = (bounds: Ask["buckets"]) =>
    named(
      owner,
      bounds.map(({ name }) => name),
    );
  const mosts = (bounds: Ask["buckets"]) => bounds.map(({ most }) => most);
  return [names(buckets), mosts(buckets), windowMs, names(pools), mosts(pools), lease?.id ?? null, atMs ?? null];
}

const sweep = [
  `DELETE FROM limit_leases WHERE expires_at < (extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
  `DELETE FROM limit_counters WHERE bucket IN (SELECT bucket FROM limit_counters
    WHERE coalesce(moments[cardinality(moments)], 0) < (extract(epoch FROM clock_timestamp()) * 1000)::bigint - 3600000
    LIMIT 1000 FOR UPDATE SKIP LOCKED)`,
];

/** Removes the leases of processes that died and the counters that nobody has asked for an hour. */
export async function sweepLimits(): Promise<void> {
  for (const [index, text] of sweep.entries()) await sql(`sweep-limits-${index}`, text, []);
}
