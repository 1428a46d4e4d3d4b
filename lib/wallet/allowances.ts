import "server-only";
import { clock, days } from "@/lib/clock";
import { sql } from "@/lib/db";
import { dayOf } from "./month";

/** Seconds of audio without speech that a business has free on a day. */
export const freeSilentSeconds = 300;

/** Jobs that a business may leave by disconnecting, or have rejected after decoding, on a day, free of charge. */
export const freeDisconnects = 20;

const add = (column: "silent_seconds" | "disconnects") => `
  INSERT INTO daily_allowances AS a (business_id, day, ${column}) VALUES ($1, ${dayOf("$3::timestamptz")}, $2)
  ON CONFLICT (business_id, day) DO UPDATE SET ${column} = a.${column} + excluded.${column}
  RETURNING ${column} AS total`;

/** Counts seconds without speech, and answers how many of them are no longer free. */
export async function countSilence(businessId: string, seconds: number): Promise<number> {
  const [row] = await sql<{ total: number }>("count-silence", add("silent_seconds"), [
    businessId,
    seconds,
    clock.now(),
  ]);
  return Math.min(seconds, Math.max(0, (row?.total ?? 0) - freeSilentSeconds));
}

/** Counts one job left by disconnecting or rejected after decoding; true while it is still free. */
export async function countDisconnect(businessId: string): Promise<boolean> {
  const [row] = await sql<{ total: number }>("count-disconnect", add("disconnects"), [businessId, 1, clock.now()]);
  return (row?.total ?? 0) <= freeDisconnects;
}

const sweep = `DELETE FROM daily_allowances WHERE ctid IN
  (SELECT ctid FROM daily_allowances WHERE day < ${dayOf("$1::timestamptz")} LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes counts of more than a week ago, 1,000 at most, and answers how many. */
export async function sweepAllowances(): Promise<number> {
  return (await sql("sweep-allowances", sweep, [new Date(clock.now().getTime() - days(7))])).length;
}
