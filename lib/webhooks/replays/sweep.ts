import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

const sweep = `DELETE FROM webhook_replays WHERE id IN
  (SELECT id FROM webhook_replays WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes up to 1,000 replays older than 30 days, whose events are gone too. Returns how many. */
export async function sweepReplays(): Promise<number> {
  return (await sql("sweep-replays", sweep, [new Date(+clock.now() - days(30))])).length;
}
