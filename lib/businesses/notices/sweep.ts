import "server-only";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { keptMs } from "./list";

const sweep = `DELETE FROM notices WHERE id IN
  (SELECT id FROM notices WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes notices older than 180 days, 1,000 at most, and returns how many. */
export async function sweepNotices(): Promise<number> {
  return (await sql("sweep-notices", sweep, [new Date(+clock.now() - keptMs)])).length;
}
