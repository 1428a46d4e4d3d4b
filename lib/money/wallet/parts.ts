import "server-only";
import type { Sql } from "@/lib/platform/db";
import { sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { holdCredit, type NewHold } from "./holds";
import { captureHolds, lowerOpenHold } from "./settle";

/** A part of a job's price, and the number of the price's units in it. */
export type Part = { amountMilli: bigint; units: number };

const charged = `SELECT coalesce(sum(amount_milli), 0)::bigint AS "amountMilli", coalesce(sum(units), 0)::int AS units
  FROM transfers WHERE tracking_id = $1 AND kind = 'charge'`;

/** What was charged of a job so far. */
export async function chargedOf(trackingId: string): Promise<Part> {
  const [found] = await sql<Part>("charged-of-job", charged, [trackingId]);
  return found ?? { amountMilli: 0n, units: 0 };
}

// The commit waits for the disk: unlike a hold, a charge must not get lost.
const rename = `UPDATE holds SET tracking_id = $2 WHERE tracking_id = $1 AND status = 'open'
  RETURNING set_config('synchronous_commit', 'on', true)`;

/**
 * Charges a part of what is held for a job that goes on, and holds what is asked for in its place: neither does the hold
 * of a long job get old, nor is its credit missing for a moment. Throws INSUFFICIENT_CREDIT and SPEND_CAP_REACHED, and
 * OVERLOADED if the job's hold is gone; the transaction must then be given up.
 */
export async function chargePart(on: Sql, job: NewHold, number: number, { amountMilli, units }: Part): Promise<void> {
  const part = `${job.trackingId}.${number}`;
  const next = `${part}.next`;
  // Each hold has a name of its own, under which its transfers are found. The job's open hold has the job's.
  if ((await on("name-part", rename, [job.trackingId, part])).length === 0) throw new AppError("OVERLOADED");
  await lowerOpenHold(part, amountMilli, units, on);
  await holdCredit({ ...job, trackingId: next }, on);
  await on("name-part", rename, [next, job.trackingId]);
  // Last, because it locks the revenue account, which all businesses share.
  await captureHolds(on, [{ trackingId: part, amountMilli, units }]);
}
