import "server-only";
import { clock, seconds } from "@/lib/clock";
import { sql } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import { failpoint } from "@/lib/failpoint";
import { newId } from "@/lib/ids";
import { log } from "@/lib/log";
import type { Statement } from "@/lib/statement";
import { monthOf } from "./month";
import { lowerOpenHold, releaseHolds } from "./settle";

/** A call's 30 s budget and a margin: past it, the process that made the hold is taken for dead. */
const holdMs = seconds(45);

export type NewHold = {
  businessId: string;
  /** The key that pays for it out of its monthly cap, if it has one. */
  keyId?: string;
  trackingId: string;
  /** Zero is allowed: such a hold moves no money. */
  amountMilli: bigint;
  expiresInMs?: number;
};

// One statement, so one round trip and one commit: the business's row, which all its calls share, is locked briefly.
// Each step reads what the one before gave, which fixes the order of the locks: `available`, the key's month, `held`.
// The commit does not wait for the disk, with the row locked meanwhile: the event that makes the hold a charge is
// committed later to the same log, so a crash that loses the hold loses that too.
const holdWhere = (condition: string) => `
  covered AS (
    SELECT id FROM wallet_accounts
    WHERE ${condition} AND business_id = $1 AND kind = 'available' AND balance_milli >= $3::bigint
    FOR NO KEY UPDATE
  ), spent AS (
    INSERT INTO key_spends AS spend (key_id, month, amount_milli)
    SELECT k.id, ${monthOf("$5::timestamptz")}, $3::bigint FROM covered, api_keys k
    WHERE k.id = $7::text AND (k.monthly_cap_milli IS NULL OR $3::bigint <= k.monthly_cap_milli)
    ON CONFLICT (key_id, month) DO UPDATE SET amount_milli = spend.amount_milli + excluded.amount_milli
    WHERE spend.amount_milli + excluded.amount_milli <= coalesce(
      (SELECT monthly_cap_milli FROM api_keys WHERE id = spend.key_id), ${2n ** 63n - 1n})
    RETURNING 1
  ), available AS (
    UPDATE wallet_accounts a SET balance_milli = a.balance_milli - $3::bigint
    FROM covered WHERE a.id = covered.id AND ($7::text IS NULL OR EXISTS (SELECT FROM spent))
    RETURNING a.id
  ), held AS (
    UPDATE wallet_accounts a SET balance_milli = a.balance_milli + $3::bigint
    FROM available WHERE a.business_id = $1 AND a.kind = 'held'
    RETURNING a.id
  ), transfer AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT $4, available.id, held.id, $3::bigint, 'hold', 'hold:' || $2, $2, $5::timestamptz
    FROM available, held WHERE $3::bigint <> 0
  ), placed AS (
    INSERT INTO holds (tracking_id, business_id, key_id, amount_milli, created_at, expires_at)
    SELECT $2, $1, $7::text, $3::bigint, $5::timestamptz, $6::timestamptz FROM held
    RETURNING 1
  )
  SELECT EXISTS (SELECT FROM covered) AS "isCovered", EXISTS (SELECT FROM placed) AS "isPlaced",
    set_config('synchronous_commit', 'off', true)`;

const hold = `WITH ${holdWhere("true")}`;

type Made = { isCovered: boolean; isPlaced: boolean };

const valuesOf = ({ businessId, keyId, trackingId, amountMilli, expiresInMs = holdMs }: NewHold) => {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs);
  return [businessId, trackingId, amountMilli, newId("transfer"), now, expiresAt, keyId ?? null];
};

/**
 * Sets credit aside for one call. Throws, changing nothing, INSUFFICIENT_CREDIT when the business has less, and
 * SPEND_CAP_REACHED when the key would pass its cap of this month. A trackingId holds once in its life: the database
 * rejects a second time.
 */
export async function holdCredit(asked: NewHold): Promise<void> {
  const [made] = await sql<Made>("hold-credit", hold, valuesOf(asked));
  if (!made?.isPlaced) throw rejectionOf(made);
}

const rejectionOf = (made: Made | undefined) =>
  new Refusal(made?.isCovered ? "SPEND_CAP_REACHED" : "INSUFFICIENT_CREDIT");

/**
 * The same if another statement, whose own parameters are $8 and on, changes a row: both in one round trip. Answers
 * whether it did; when it did and the hold is rejected, its row stays changed.
 */
export async function holdCreditIf(
  { name, text, values }: Statement,
  asked: NewHold,
): Promise<{ isMet: boolean; rejection: Refusal | null }> {
  const both = `WITH condition AS (${text} RETURNING 1), ${holdWhere("EXISTS (SELECT FROM condition)")},
    EXISTS (SELECT FROM condition) AS "isMet"`;
  const [made] = await sql<Made & { isMet: boolean }>(name, both, [...valuesOf(asked), ...values]);
  return { isMet: made?.isMet ?? false, rejection: made?.isPlaced ? null : rejectionOf(made) };
}

/** Gives the credit back. Answers whether it did: a hold already captured or released is left as it is. */
export async function releaseHold(trackingId: string): Promise<boolean> {
  return (await releaseHolds([trackingId])) === 1;
}

/** Lowers what is set aside for a call that costs less than it could have, and gives the rest back. */
export const lowerHold = (trackingId: string, amountMilli: bigint): Promise<void> =>
  lowerOpenHold(trackingId, amountMilli);

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
    await releaseFailed(trackingId);
    throw error;
  }
}

/** Gives the credit of a failed call back, at once or, if that fails, when its hold expires. */
export async function releaseFailed(trackingId: string): Promise<void> {
  failpoint("failed");
  await releaseHold(trackingId).catch((failure: Error) =>
    log.warn({ trackingId, reason: failure.message }, "a hold is left to the reaper"),
  );
}
