import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { dayOf } from "./month";

/** Free seconds of audio without speech per day, of a business and of each of its owners. */
export const freeSilentSeconds = 300;

/** The same of jobs that their client left by disconnecting, or that were rejected after decoding or synthesis. */
export const freeDisconnects = 20;

/** The same of streams that broke because we or the engine failed after their client got a part. */
export const freeBrokenStreams = 5;

/** The same of the seconds of audio that test keys may make and have transcribed. */
export const testSecondsPerDay = 7200;

// In the order of their ids, so that two statements that count for the same holders do not wait for each other.
const holders = `SELECT $1::text AS holder UNION SELECT coalesce(u.mailbox, u.id) FROM memberships m
  JOIN users u ON u.id = m.user_id WHERE m.business_id = $1 AND m.role = 'owner'`;

type Column = "silent_seconds" | "disconnects" | "broken_streams" | "test_seconds";

/**
 * Adds to what a business and each of its owners used today, and returns the highest of their totals: a person has one
 * allowance, however many businesses they own or archived.
 */
async function countUse(column: Column, businessId: string, amount: number): Promise<number> {
  const name = `count-${column.replace("_", "-")}`;
  const add = `
  WITH counted AS (
    INSERT INTO daily_allowances AS a (business_id, day, ${column})
    SELECT holder, ${dayOf("$3::timestamptz")}, $2 FROM (${holders}) AS h ORDER BY holder
    ON CONFLICT (business_id, day) DO UPDATE SET ${column} = a.${column} + excluded.${column}
    RETURNING ${column}
  ) SELECT max(${column}) AS total FROM counted`;
  const [row] = await sql<{ total: number }>(name, add, [businessId, amount, clock.now()]);
  return row?.total ?? 0;
}

/** Counts seconds without speech, and returns how many of them are no longer free. */
export async function countSilence(businessId: string, seconds: number): Promise<number> {
  const total = await countUse("silent_seconds", businessId, seconds);
  return Math.min(seconds, Math.max(0, total - freeSilentSeconds));
}

/** Counts a job that its client left or that was rejected after decoding or synthesis; returns whether it is still free. */
export async function countDisconnect(businessId: string): Promise<boolean> {
  return (await countUse("disconnects", businessId, 1)) <= freeDisconnects;
}

/** Counts a stream that broke after its client got a part; returns whether it is still free. */
export async function countBrokenStream(businessId: string): Promise<boolean> {
  return (await countUse("broken_streams", businessId, 1)) <= freeBrokenStreams;
}

export async function countTestAudio(businessId: string, seconds: number): Promise<void> {
  await countUse("test_seconds", businessId, seconds);
}

const selectUsed = `SELECT coalesce(max(test_seconds), 0) AS total FROM daily_allowances
  WHERE business_id IN (${holders}) AND day = ${dayOf("$2::timestamptz")}`;

export async function hasTestAudio(businessId: string): Promise<boolean> {
  const [row] = await sql<{ total: number }>("test-audio", selectUsed, [businessId, clock.now()]);
  return (row?.total ?? 0) < testSecondsPerDay;
}

const deleteOldCounts = `DELETE FROM daily_allowances WHERE ctid IN
  (SELECT ctid FROM daily_allowances WHERE day < ${dayOf("$1::timestamptz")} LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 counts older than a week and returns how many. */
export async function sweepAllowances(): Promise<number> {
  return (await sql("sweep-allowances", deleteOldCounts, [new Date(clock.now().getTime() - days(7))])).length;
}
