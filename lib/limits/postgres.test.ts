import pg from "pg";
import { expect, test } from "vitest";
import { db, type Sql } from "@/lib/db";
import { limitsContract } from "./contract";
import { openPostgresLimits, sweepLimits } from "./postgres";

/** As another process would: a pool of its own. */
function openAnother() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  const on: Sql = async (name, text, values) => (await pool.query({ name, text, values })).rows;
  return { ...openPostgresLimits(on), close: () => pool.end() };
}

limitsContract("limits in the database", openAnother);

test("what nobody asks for any more is swept, and nothing else", async () => {
  const limits = openPostgresLimits();
  const now = Date.now();
  const ask = (owner: string) => ({
    owner,
    buckets: [{ name: "all", most: 5 }],
    pools: [{ name: "at once", most: 5 }],
  });
  await limits.take(ask("old"), now - 3_700_000);
  await limits.take(ask("new"), now);
  await sweepLimits();

  const counters = await db.limitCounter.findMany({ select: { bucket: true } });
  expect(counters.map(({ bucket }) => bucket).filter((bucket) => /^(old|new) /.test(bucket))).toEqual(["new all"]);
  const leases = await db.limitLease.findMany({ select: { pool: true } });
  expect(leases.map(({ pool }) => pool).filter((pool) => /^(old|new) /.test(pool))).toEqual(["new at once"]);
});
