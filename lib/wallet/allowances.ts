import "server-only";
import { clock, days } from "@/lib/clock";
import { sql } from "@/lib/db";
import { dayOf } from "./month";

/** A business's free seconds of audio without speech per day. */
export const freeSilentSeconds = 300;

/** A business's free jobs per day that its client left by disconnecting, or that were rejected after decoding or synthesis. */
export const freeDisconnects = 20;

/** The seconds of audio that a business's test keys may make and have transcribed per day. */
export const testSecondsPerDay = 7200;

const add = (column: "silent_seconds" | "disconnects" | "test_seconds") => `
  INSERT INTO daily_allowances AS a (business_id, day, ${column}) VALUES ($1, ${dayOf("$3::timestamptz")}, $2)
  ON CONFLICT (business_id, day) DO UPDATE SET ${column} = a.${column} + excluded.${column}
  RETURNING ${column} AS total`;

/** Counts seconds without speech, and returns how many of them are no longer free. */
export async function countSilence(businessId: string, seconds: number): Promise<number> {
  const [row] = await sql<{ total: number }>("count-silence", add("silent_seconds"), [
    businessId,
    seconds,
    clock.now(),
  ]);
  return Math.min(seconds, Math.max(0, (row?.total ?? 0) - freeSilentSeconds));
}

/** Counts a job that its client left or that was rejected after decoding or synthesis; returns whether it is still free. */
export async function countDisconnect(businessId: string): Promise<boolean> {
  const [row] = await sql<{ total: number }>("count-disconnect", add("disconnects"), [businessId, 1, clock.now()]);
  return (row?.total ?? 0) <= freeDisconnects;
}

export async function countTestAudio(businessId: string, seconds: number): Promise<void> {
  await sql("count-test-audio", add("test_seconds"), [businessId, seconds, clock.now()]);
}

const used = `SELECT test_seconds AS total FROM daily_allowances
  WHERE business_id = $1 AND day = ${dayOf("$2::timestamptz")}`;

export async function hasTestAudio(businessId: string): Promise<boolean> {
  const [row] = await sql<{ total: number }>("test-audio", used, [businessId, clock.now()]);
  return (row?.total ?? 0) < testSecondsPerDay;
}

const sweep = `DELETE FROM daily_allowances WHERE ctid IN
  (SELECT ctid FROM daily_allowances WHERE day < ${dayOf("$1::timestamptz")} LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 counts older than a week and returns how many. */
export async function sweepAllowances(): Promise<number> {
  return (await sql("sweep-allowances", sweep, [new Date(clock.now().getTime() - days(7))])).length;
}
