import "server-only";
import { type Operator, requireOperatorRight } from "@/lib/access/principals/operator";
import { usageHours } from "@/lib/money/usage/roll-up";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { type FineCounts, fineQuantile } from "@/lib/platform/latency";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";

export type Figures = {
  /** Into our bank accounts, and payments that were entered: of no region. Thousandths of a đồng. */
  moneyMilli: bigint;
  chargedMilli: bigint;
  jobs: number;
  /** Failed and rejected requests. */
  errors: number;
  /** Of completed jobs, in milliseconds; null without one. */
  p95: number | null;
};

export type DeskFigures = {
  total: Figures;
  /** Every day in Vietnam, the oldest first: `2026-11-24`. */
  byDay: ({ day: string } & Figures)[];
  byRegion: ({ region: string } & Omit<Figures, "moneyMilli">)[];
};

const usage = `
  WITH counted AS MATERIALIZED (
    SELECT to_char(hour AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') AS day, region, result, requests, jobs,
      amount_milli, buckets, counts
    FROM ${usageHours} WHERE hour >= $1 AND hour < $2 AND ($3::text IS NULL OR region = $3)
  ), merged AS (
    SELECT day, region, json_agg(json_build_array(bucket, count) ORDER BY bucket) AS counts FROM (
      SELECT day, region, bucket, sum(count)::int AS count FROM counted, unnest(buckets, counts) AS each (bucket, count)
      GROUP BY day, region, bucket) AS summed
    GROUP BY day, region
  )
  SELECT day, region, sum(jobs)::float8 AS jobs, sum(amount_milli)::bigint AS "chargedMilli",
    coalesce(sum(requests) FILTER (WHERE result <> 'completed'), 0)::float8 AS errors,
    coalesce((SELECT counts FROM merged m WHERE (m.day, m.region) = (c.day, c.region)), '[]') AS counts
  FROM counted c GROUP BY day, region`;

const money = `
  SELECT to_char(created_at AT TIME ZONE 'Asia/Ho_Chi_Minh', 'YYYY-MM-DD') AS day, sum(amount_milli)::bigint AS milli
  FROM transfers WHERE debit_account_id IN ('acc_bank', 'acc_receipts') AND kind IN ('top_up', 'unmatched')
    AND created_at >= $1 AND created_at < $2 GROUP BY 1`;

type Counted = { day: string; region: string; jobs: number; chargedMilli: bigint; errors: number; counts: FineCounts };

/** What came in and what was done in the last days, today included, in one region or all of them. */
export async function readFigures(operator: Operator, count: number, region?: string): Promise<DeskFigures> {
  requireOperatorRight(operator, "read");
  const today = vietnamDay(clock.now());
  const range = [boundsOf(new Date(+today - days(count - 1))).from, boundsOf(today).to];
  const [counted, received] = await Promise.all([
    sql<Counted>("desk-usage", usage, [...range, region ?? null]),
    sql<{ day: string; milli: bigint }>("desk-money", money, range),
  ]);
  const moneyOf = new Map(received.map(({ day, milli }) => [day, milli]));
  const listed = Array.from({ length: count }, (_, index) =>
    new Date(+today - days(count - 1 - index)).toISOString().slice(0, 10),
  );
  const regions = [...new Set(counted.map((row) => row.region))].sort();
  return {
    total: { ...sumJobs(counted), moneyMilli: received.reduce((all, { milli }) => all + milli, 0n) },
    byDay: listed.map((day) => ({
      ...sumJobs(counted.filter((row) => row.day === day)),
      day,
      moneyMilli: moneyOf.get(day) ?? 0n,
    })),
    byRegion: regions.map((name) => ({ region: name, ...sumJobs(counted.filter((row) => row.region === name)) })),
  };
}

function sumJobs(rows: readonly Counted[]): Omit<Figures, "moneyMilli"> {
  const buckets = new Map<number, number>();
  for (const [bucket, count] of rows.flatMap(({ counts }) => counts))
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + count);
  return {
    chargedMilli: rows.reduce((all, { chargedMilli }) => all + chargedMilli, 0n),
    jobs: rows.reduce((all, { jobs }) => all + jobs, 0),
    errors: rows.reduce((all, { errors }) => all + errors, 0),
    p95: fineQuantile(
      [...buckets].sort(([one], [other]) => one - other),
      0.95,
    ),
  };
}
