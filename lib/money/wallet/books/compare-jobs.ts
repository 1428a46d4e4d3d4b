import "server-only";
import type { Sql } from "@/lib/platform/db";

export type JobDifference = { trackingId: string; jobMilli: bigint; chargedMilli: bigint };

export type JobComparison = { jobs: number; chargedMilli: bigint; differences: JobDifference[] };

const compared = `
  SELECT coalesce(j.tracking_id, c.tracking_id) AS "trackingId", j.tracking_id IS NOT NULL AS "isJob",
    coalesce(j.amount_milli, 0)::bigint AS "jobMilli", coalesce(c.amount_milli, 0)::bigint AS "chargedMilli"
  FROM jobs j FULL JOIN (
    SELECT tracking_id, sum(amount_milli) AS amount_milli FROM transfers WHERE kind = 'charge' GROUP BY tracking_id
  ) c ON c.tracking_id = j.tracking_id`;

const totals = `SELECT count(*) FILTER (WHERE "isJob")::int AS jobs, coalesce(sum("chargedMilli"), 0)::bigint AS "chargedMilli"
  FROM (${compared}) AS compared`;

const differing = `SELECT "trackingId", "jobMilli", "chargedMilli" FROM (${compared}) AS compared
  WHERE "jobMilli" <> "chargedMilli" ORDER BY "trackingId"`;

/** Compares the amount of each job with the sum of its charges, also of charges without a job. Reads all of them. */
export async function compareJobs(sql: Sql): Promise<JobComparison> {
  const [found] = await sql<{ jobs: number; chargedMilli: bigint }>(undefined, totals, []);
  const differences = await sql<JobDifference>(undefined, differing, []);
  return { jobs: found?.jobs ?? 0, chargedMilli: found?.chargedMilli ?? 0n, differences };
}
