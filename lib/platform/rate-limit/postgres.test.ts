// @module-tag promise
import pg from "pg";
import { expect, test } from "vitest";
import { db, type Sql } from "@/lib/platform/db";
import { admitContract } from "@/testing/contracts/admit";
import { limitsContract } from "@/testing/contracts/rate-limit";
import { openPostgresLimits, sweepLimits } from "./postgres";

/** With a pool of its own, like another process. */
function openAnother() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
  const on: Sql = async (name, text, values) => (await pool.query({ name, text, values })).rows;
  return { ...openPostgresLimits(on), close: () => pool.end() };
}

limitsContract("limits in the database", openAnother);
admitContract("limits in the database");

test("only unused rows are deleted", async () => {
  const limits = openPostgresLimits();
  const now = Date.now();
  const ask = (owner: string) => ({
    owner,
    buckets: [{ name: "all", limit: 5 }],
    pools: [{ name: "at once", limit: 5 }],
  });
  await limits.take(ask("old"), now - 60_001);
  await limits.take(ask("new"), now);
  await db.rateLimit.createMany({
    data: Array.from({ length: 1500 }, (_, index) => ({ bucket: `old ${index}`, tatUs: BigInt(now - 1) * 1000n })),
  });
  await sweepLimits();

  const buckets = await db.rateLimit.findMany({ select: { bucket: true } });
  expect(buckets.map(({ bucket }) => bucket).filter((bucket) => /^(old|new) /.test(bucket))).toEqual(["new all"]);
  const leases = await db.limitLease.findMany({ select: { pool: true } });
  expect(leases.map(({ pool }) => pool).filter((pool) => /^(old|new) /.test(pool))).toEqual(["new at once"]);
});

test("limits are taken in the statement that reads a row", async () => {
  const query = `SELECT t.remaining, t.pool_remaining FROM unnest($1::text[]) AS owner,
    LATERAL take_rate_limits(ARRAY[owner, owner || ' own'], ARRAY[5, 3], 60000, ARRAY[owner], ARRAY[2], 'one', 30000, NULL) t`;
  const take = async () => (await db.$queryRawUnsafe<object[]>(query, ["lateral"]))[0];
  expect(await take()).toEqual({ remaining: [4, 2], pool_remaining: [1] });
});
