import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

const keptMs = days(30);

const sweep = `DELETE FROM events WHERE ctid = ANY(ARRAY(
  SELECT ctid FROM events WHERE created_at <= $1 ORDER BY created_at LIMIT 1000)) RETURNING 1 AS gone`;

/** Deletes up to 1,000 events older than 30 days and returns how many. */
export async function sweepEvents(): Promise<number> {
  return (await sql("sweep-events", sweep, [new Date(+clock.now() - keptMs)])).length;
}
