import "server-only";
import { clock } from "@/lib/platform/clock";
import type { Sql } from "@/lib/platform/db";
import { type Checkpoint, isSince } from "./checkpoint";

export type Uncharged = { trackingId: string; amountMilli: bigint; chargedMilli: bigint };

// A job and its charge are written in one transaction, so a visible job without a charge will not get one.
const insertUncharged = (jobs: string) => `
  INSERT INTO uncharged_jobs (tracking_id, business_id, amount_milli, charged_milli, found_at)
  SELECT tracking_id, business_id, amount_milli, coalesce(charged_milli, 0), $1::timestamptz FROM (${jobs}) AS jobs
  WHERE charged_milli IS DISTINCT FROM amount_milli
  ON CONFLICT (tracking_id) DO NOTHING
  RETURNING tracking_id AS "trackingId", amount_milli AS "amountMilli", charged_milli AS "chargedMilli"`;

const jobColumns = "j.tracking_id, j.business_id, j.amount_milli";

// A long job and a live transcription have several charges.
const chargedByJob = `
  SELECT tracking_id, sum(amount_milli)::bigint AS amount_milli FROM transfers WHERE kind = 'charge' GROUP BY tracking_id`;

/** A join, because looking up the charges of each job would take longer. */
const allJobs = `SELECT ${jobColumns}, t.amount_milli AS charged_milli
  FROM jobs j LEFT JOIN (${chargedByJob}) t USING (tracking_id) WHERE j.amount_milli > 0`;

const jobsSince = `SELECT ${jobColumns}, (SELECT sum(t.amount_milli)::bigint FROM transfers t
    WHERE t.tracking_id = j.tracking_id AND t.kind = 'charge') AS charged_milli
  FROM jobs j WHERE j.amount_milli > 0 AND ${isSince("j.xid", "$2")}`;

/** Records jobs that were not charged their price, and returns the new ones. */
export function keepUncharged(sql: Sql, since: Checkpoint | null): Promise<Uncharged[]> {
  const now = clock.now();
  return since
    ? sql<Uncharged>(undefined, insertUncharged(jobsSince), [now, since.snapshot])
    : sql<Uncharged>(undefined, insertUncharged(allJobs), [now]);
}

const selectCount = `SELECT count(*)::int AS count, coalesce(sum(amount_milli - charged_milli), 0)::bigint AS "amountMilli"
  FROM uncharged_jobs`;

/** The number of such jobs, and what is missing of their prices. */
export async function countUncharged(sql: Sql): Promise<{ count: number; amountMilli: bigint }> {
  const [counted] = await sql<{ count: number; amountMilli: bigint }>(undefined, selectCount, []);
  return counted ?? { count: 0, amountMilli: 0n };
}

export type JobDifference = { trackingId: string; jobMilli: bigint; chargedMilli: bigint };

export type JobComparison = { jobs: number; chargedMilli: bigint; differences: JobDifference[] };

// The parts of a live transcription are charged before its job is recorded, in the transaction that closes its hold.
const compared = `
  SELECT coalesce(j.tracking_id, c.tracking_id) AS "trackingId", j.tracking_id IS NOT NULL AS "isJob",
    coalesce(j.amount_milli, 0)::bigint AS "jobMilli", coalesce(c.amount_milli, 0)::bigint AS "chargedMilli"
  FROM (
    SELECT tracking_id, amount_milli FROM jobs
    UNION ALL
    SELECT id, amount_milli FROM long_jobs WHERE recorded_at IS NULL AND amount_milli > 0
  ) j FULL JOIN (${chargedByJob}) c ON c.tracking_id = j.tracking_id
  WHERE j.tracking_id IS NOT NULL OR NOT EXISTS (
    SELECT FROM holds h WHERE h.tracking_id = c.tracking_id AND h.status = 'open')`;

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
