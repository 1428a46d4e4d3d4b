import "server-only";
import { clock, seconds } from "@/lib/clock";
import { type Sql, sql } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import { releaseHolds } from "./settle";

/** A call's 30 s budget and a margin: past it, the process that made the hold is taken for dead. */
const holdMs = seconds(45);

export type NewHold = {
  businessId: string;
  trackingId: string;
  /** Zero is allowed: such a hold moves no money. */
  amountMilli: bigint;
  expiresInMs?: number;
};

// One statement, so one round trip and one commit: the business's row, which all its calls share, is locked briefly.
// `held` is updated from what `available` gave, which fixes the order of the locks. The commit does not wait for the
// disk, with the row locked meanwhile: the event that makes the hold a charge is committed later to the same log, so a
// crash that loses the hold loses that too.
const hold = `
  WITH available AS (
    UPDATE wallet_accounts SET balance_milli = balance_milli - $3::bigint
    WHERE business_id = $1 AND kind = 'available' AND balance_milli >= $3::bigint
    RETURNING id
  ), held AS (
    UPDATE wallet_accounts a SET balance_milli = a.balance_milli + $3::bigint
    FROM available WHERE a.business_id = $1 AND a.kind = 'held'
    RETURNING a.id
  ), transfer AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT $4, available.id, held.id, $3::bigint, 'hold', 'hold:' || $2, $2, $5::timestamptz
    FROM available, held WHERE $3::bigint <> 0
  )
  INSERT INTO holds (tracking_id, business_id, amount_milli, created_at, expires_at)
  SELECT $2, $1, $3::bigint, $5::timestamptz, $6::timestamptz FROM held
  RETURNING set_config('synchronous_commit', 'off', true)`;

/**
 * Sets credit aside for one call. Throws INSUFFICIENT_CREDIT, changing nothing, when the business has less. A
 * trackingId holds once in its life: the database refuses a second time. `on` is the transaction to be part of.
 */
export async function holdCredit(
  { businessId, trackingId, amountMilli, expiresInMs = holdMs }: NewHold,
  on: Sql = sql,
): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs);
  const values = [businessId, trackingId, amountMilli, newId("transfer"), now, expiresAt];
  const made = await on("hold-credit", hold, values);
  if (made.length === 0) throw new Refusal("INSUFFICIENT_CREDIT");
}

/** Gives the credit back. Answers whether it did: a hold already captured or released is left as it is. */
export async function releaseHold(trackingId: string): Promise<boolean> {
  return (await releaseHolds([trackingId])) === 1;
}

/**
 * Holds credit while `work` runs, and gives it back if `work` fails. On success the hold stays open: whoever ingests
 * the finished call captures it.
 */
export async function withHold<Result>(hold: NewHold, work: () => Promise<Result>): Promise<Result> {
  await holdCredit(hold);
  return releaseIfFails(hold.trackingId, work);
}

/** The same for credit already held. */
export async function releaseIfFails<Result>(trackingId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await releaseHold(trackingId).catch((failure: Error) =>
      log.warn({ trackingId, reason: failure.message }, "a hold is left to the reaper"),
    );
    throw error;
  }
}
