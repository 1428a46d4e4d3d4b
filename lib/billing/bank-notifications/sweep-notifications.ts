import "server-only";
import { clock, days } from "@/lib/clock";
import { sql } from "@/lib/db";

const keptMs = days(30);

const remove = `DELETE FROM bank_notifications WHERE id IN (
  SELECT id FROM bank_notifications WHERE received_at < $1 AND status <> 'pending' ORDER BY received_at LIMIT 1000)
  RETURNING id`;

/** Deletes notifications after 30 days, at most 1,000 of them, and returns how many. What still waits is kept. */
export async function sweepNotifications(): Promise<number> {
  const removed = await sql(undefined, remove, [new Date(clock.now().getTime() - keptMs)]);
  return removed.length;
}
