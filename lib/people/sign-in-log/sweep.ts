import "server-only";
import { sql } from "@/lib/platform/db";
import { oldestKept } from "./age";

const batchSize = 1000;

const sweep = `DELETE FROM sign_in_entries WHERE id IN
  (SELECT id FROM sign_in_entries WHERE created_at <= $1 LIMIT ${batchSize} FOR UPDATE SKIP LOCKED) RETURNING id`;

/** Deletes the attempts that are 90 days old, and returns how many. Safe in any number of processes at once. */
export async function sweepSignIns(): Promise<number> {
  let count = 0;
  let swept: number;
  do {
    swept = (await sql("sweep-sign-ins", sweep, [oldestKept()])).length;
    count += swept;
  } while (swept === batchSize);
  return count;
}
