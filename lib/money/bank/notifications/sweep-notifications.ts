import "server-only";
import { clock, days } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";

const keptMs = days(30);
/** Of verified ones that could not be recorded: they name money. */
const unrecordedKeptMs = days(400);

const remove = `DELETE FROM bank_notifications WHERE id IN (
  SELECT id FROM bank_notifications WHERE received_at < CASE status WHEN 'unrecorded' THEN $2::timestamptz ELSE $1::timestamptz END
    AND received_at < $1 AND status <> 'pending' ORDER BY received_at LIMIT 1000)
  RETURNING id`;

/** Deletes expired notifications, at most 1,000 of them, and returns how many. What still waits is kept. */
export async function sweepNotifications(): Promise<number> {
  const removed = await sql(
    undefined,
    remove,
    [keptMs, unrecordedKeptMs].map((ms) => new Date(clock.now().getTime() - ms)),
  );
  return removed.length;
}
