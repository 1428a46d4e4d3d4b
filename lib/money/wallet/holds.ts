import "server-only";
import { clock, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { failpoint } from "@/lib/platform/failpoint";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import type { Statement } from "@/lib/platform/statement";
import { longestPublishMs } from "@/lib/platform/stream/budget";
import { monthOf } from "./month";
import { jobOf, lowerOpenHold, releaseHolds } from "./settle";
import { withinBudget } from "./spendable";

/** A call's 30 s budget and a margin, besides the time to publish: after this, its process is considered dead. */
const holdMs = seconds(45);

export type NewHold = {
  businessId: string;
  /** The key whose monthly cap it counts towards, if any. */
  keyId?: string;
  /** Of a part of a long job, with a dot and the name of the part behind it. */
  trackingId: string;
  /** Zero is allowed and moves no money. */
  amountMilli: bigint;
  /** The price and the number of its units in the amount, for the charge. */
  priceId?: string | null;
  units?: number | null;
  expiresInMs?: number;
};

// One statement, so one round trip and one commit: it locks the business's row, which all its calls share. Each step
// reads the result of the previous one, which fixes the lock order: `available`, the key's month, `held`. The commit
// does not wait for the disk: the event that turns the hold into a charge is committed later to the same log, so a
// crash that loses the hold loses the event too. With events of another stream it does wait.
const holdWhere = (condition: string) => `
  covered AS (
    SELECT id FROM wallet_accounts
    WHERE ${condition} AND business_id = $1 AND kind = 'available' AND balance_milli >= $3::bigint
      AND ${withinBudget("$1", "$3::bigint", "$5::timestamptz")}
    FOR NO KEY UPDATE
  ), spent AS (
    INSERT INTO key_spends AS spend (key_id, month, amount_milli)
    SELECT k.id, ${monthOf("$5::timestamptz")}, $3::bigint FROM covered, api_keys k
    WHERE k.id = $7::text AND (k.monthly_cap_milli IS NULL OR $3::bigint <= k.monthly_cap_milli)
    ON CONFLICT (key_id, month) DO UPDATE SET amount_milli = spend.amount_milli + excluded.amount_milli
    WHERE spend.amount_milli + excluded.amount_milli <= coalesce(
      (SELECT monthly_cap_milli FROM api_keys WHERE id = spend.key_id), ${2n ** 63n - 1n})
    RETURNING 1
  ), moved AS (
    UPDATE wallet_accounts a
    SET balance_milli = a.balance_milli + CASE a.kind WHEN 'held' THEN $3::bigint ELSE -$3::bigint END
    FROM covered WHERE a.business_id = $1 AND a.kind IN ('available', 'held')
      AND ($7::text IS NULL OR EXISTS (SELECT FROM spent))
    RETURNING a.id, a.kind
  ), transfer AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT $4, available.id, held.id, $3::bigint, 'hold', 'hold:' || $2, ${jobOf("$2")}, $5::timestamptz
    FROM moved available, moved held WHERE available.kind = 'available' AND held.kind = 'held' AND $3::bigint <> 0
  ), placed AS (
    INSERT INTO holds (tracking_id, business_id, key_id, amount_milli, created_at, expires_at, price_id, units)
    SELECT $2, $1, $7::text, $3::bigint, $5::timestamptz, $6::timestamptz, $8::text, $9::integer
    FROM moved WHERE kind = 'held'
    RETURNING 1
  )`;

const described = () => `
  SELECT EXISTS (SELECT FROM covered) AS "isCovered", EXISTS (SELECT FROM placed) AS "isPlaced",
    CASE WHEN NOT EXISTS (SELECT FROM covered)
      THEN (SELECT balance_milli FROM wallet_accounts WHERE business_id = $1 AND kind = 'available') END AS "balanceMilli",
    CASE WHEN NOT EXISTS (SELECT FROM placed)
      THEN (SELECT monthly_cap_milli FROM api_keys WHERE id = $7::text) END AS "capMilli",
    CASE WHEN NOT EXISTS (SELECT FROM covered) AND NOT (${withinBudget("$1", "$3::bigint", "$5::timestamptz")})
      THEN (SELECT monthly_cap_milli FROM credit_alerts WHERE business_id = $1) END AS "budgetMilli",
    set_config('synchronous_commit', '${env.STREAM_URL ? "on" : "off"}', true)`;

const hold = () => `WITH ${holdWhere("true")} ${described()}`;

type Made = {
  isCovered: boolean;
  isPlaced: boolean;
  /** What the business has and what the key may spend in a month, where the hold was rejected for it. */
  balanceMilli: bigint | null;
  capMilli: bigint | null;
  /** The business's monthly cap, where the hold was rejected for it. */
  budgetMilli: bigint | null;
};

const valuesOf = ({ businessId, keyId, trackingId, amountMilli, priceId, units, expiresInMs = holdMs }: NewHold) => {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs + longestPublishMs());
  const price = [priceId ?? null, units ?? null];
  return [businessId, trackingId, amountMilli, newId("transfer"), now, expiresAt, keyId ?? null, ...price];
};

/** Throws INSUFFICIENT_CREDIT or SPEND_CAP_REACHED, without changes, and for a second hold of a tracking ID. */
export async function holdCredit(requested: NewHold, on: Sql = sql): Promise<void> {
  const [made] = await on<Made>("hold-credit", hold(), valuesOf(requested));
  if (made?.isPlaced) return;
  await recordBudgetRejection(made, requested.businessId);
  throw rejectionOf(made, requested.amountMilli);
}

const budgetRejected = `UPDATE credit_alerts SET cap_rejected_month = ${monthOf("$2::timestamptz")}
  WHERE business_id = $1 AND cap_rejected_month IS DISTINCT FROM ${monthOf("$2::timestamptz")}`;

/** Remembers that a request was rejected for the business's cap, so that its members are warned. */
async function recordBudgetRejection(made: Made | undefined, businessId: string): Promise<void> {
  if (made?.budgetMilli == null) return;
  await sql("budget-rejected", budgetRejected, [businessId, clock.now()]);
}

function rejectionOf(made: Made | undefined, costMilli: bigint): AppError {
  const vnd = (milli: bigint) => Number(milli) / 1000;
  if (made?.budgetMilli != null) {
    return new AppError("SPEND_CAP_REACHED", { message: "api.budgetReached", values: { cap: vnd(made.budgetMilli) } });
  }
  if (made?.isCovered) {
    if (made.capMilli === null) return new AppError("SPEND_CAP_REACHED");
    const values = { cap: vnd(made.capMilli) };
    return new AppError("SPEND_CAP_REACHED", { message: "api.spendCapReached", values });
  }
  const balanceMilli = made?.balanceMilli ?? null;
  // The balance is that of the statement's start, and may have been higher.
  if (balanceMilli === null || balanceMilli >= costMilli) return new AppError("INSUFFICIENT_CREDIT");
  const values = { cost: vnd(costMilli), balance: vnd(balanceMilli) };
  return new AppError("INSUFFICIENT_CREDIT", { message: "api.insufficientCredit", values });
}

/** Holds if another statement, with parameters from $10 on, changes a row. That remains if the hold is rejected. */
export async function holdCreditIf(
  { name, text, values }: Statement,
  requested: NewHold,
): Promise<{ isMet: boolean; rejection: AppError | null }> {
  const both = `WITH condition AS (${text} RETURNING 1), ${holdWhere("EXISTS (SELECT FROM condition)")} ${described()},
    EXISTS (SELECT FROM condition) AS "isMet"`;
  const [made] = await sql<Made & { isMet: boolean }>(name, both, [...valuesOf(requested), ...values]);
  // A known key holds nothing, so that nothing was rejected.
  if (made?.isMet && !made.isPlaced) await recordBudgetRejection(made, requested.businessId);
  return { isMet: made?.isMet ?? false, rejection: made?.isPlaced ? null : rejectionOf(made, requested.amountMilli) };
}

/** `holdCredit` as the condition of another statement: it is met if the credit was there, and is now held. */
export const holdNow = (requested: NewHold): Statement => ({
  name: "hold",
  before: holdWhere("true"),
  text: "SELECT FROM placed",
  values: valuesOf(requested),
});

// Waits for a row that is being settled and reads its new state. Not "status = 'open'": see settle.ts.
const open = `SELECT FROM holds WHERE tracking_id = $1 AND status NOT IN ('captured', 'released')
  AND expires_at > $2::timestamptz FOR SHARE`;

/** A hold that can expire before its job is published does not qualify: events are older than their holds' end. */
export const holdIsOpen = (trackingId: string): Statement => ({
  name: "hold-is-open",
  text: open,
  values: [trackingId, new Date(clock.now().getTime() + seconds(1) + longestPublishMs())],
});

// Locks in the same order as `hold`, after the hold itself.
const raise = () => `
  WITH opened AS (
    SELECT h.business_id, h.key_id, h.created_at, $2::bigint - h.amount_milli AS more_milli, a.balance_milli
    FROM holds h JOIN wallet_accounts a ON a.business_id = h.business_id AND a.kind = 'available'
    WHERE h.tracking_id = $1 AND h.status = 'open' FOR NO KEY UPDATE
  ), covered AS (
    SELECT * FROM opened WHERE more_milli >= 0 AND balance_milli >= more_milli
      AND ${withinBudget("opened.business_id", "more_milli", "opened.created_at")}
  ), spent AS (
    UPDATE key_spends s SET amount_milli = s.amount_milli + more_milli FROM covered
    WHERE s.key_id = covered.key_id AND s.month = ${monthOf("covered.created_at")}
      AND s.amount_milli + more_milli <= coalesce(
        (SELECT monthly_cap_milli FROM api_keys WHERE id = covered.key_id), ${2n ** 63n - 1n})
    RETURNING 1
  ), paid AS (
    SELECT * FROM covered WHERE key_id IS NULL OR EXISTS (SELECT FROM spent)
  ), moved AS (
    UPDATE wallet_accounts a
    SET balance_milli = a.balance_milli + CASE a.kind WHEN 'held' THEN more_milli ELSE -more_milli END
    FROM paid WHERE a.business_id = paid.business_id AND a.kind IN ('available', 'held')
    RETURNING a.id, a.kind
  ), transferred AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT $3, available.id, held.id, more_milli, 'hold', 'raise:' || $1 || ':' || $3, ${jobOf("$1")}, $4::timestamptz
    FROM paid, moved available, moved held WHERE available.kind = 'available' AND held.kind = 'held' AND more_milli > 0
  ), raised AS (
    UPDATE holds SET amount_milli = $2::bigint, expires_at = $5::timestamptz, units = coalesce($6::integer, units)
    WHERE tracking_id = $1 AND EXISTS (SELECT FROM paid) RETURNING 1
  )
  SELECT EXISTS (SELECT FROM covered) AS "isCovered", EXISTS (SELECT FROM raised) AS "isPlaced",
    (SELECT balance_milli + $2::bigint - more_milli FROM opened) AS "balanceMilli",
    (SELECT monthly_cap_milli FROM api_keys WHERE id = (SELECT key_id FROM opened)
      AND NOT EXISTS (SELECT FROM raised)) AS "capMilli",
    (SELECT b.monthly_cap_milli FROM credit_alerts b JOIN opened ON b.business_id = opened.business_id
      WHERE NOT (${withinBudget("opened.business_id", "opened.more_milli", "opened.created_at")})) AS "budgetMilli",
    (SELECT business_id FROM opened) AS "businessId",
    set_config('synchronous_commit', '${env.STREAM_URL ? "on" : "off"}', true)`;

export type Raise = { amountMilli: bigint; units?: number };

/** Extends the hold to `expiresInMs` from now. Throws, without changes, INSUFFICIENT_CREDIT and SPEND_CAP_REACHED. */
export async function raiseHold(trackingId: string, { amountMilli, units }: Raise, expiresInMs: number): Promise<void> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + expiresInMs + longestPublishMs());
  const values = [trackingId, amountMilli, newId("transfer"), now, expiresAt, units ?? null];
  const [made] = await sql<Made & { businessId: string | null }>("raise-hold", raise(), values);
  if (made?.isPlaced) return;
  await recordBudgetRejection(made, made?.businessId ?? "");
  throw rejectionOf(made, amountMilli);
}

const extend = `UPDATE holds SET expires_at = greatest(expires_at, $2::timestamptz)
  WHERE tracking_id = ANY ($1::text[]) AND status = 'open'`;

/** Their processes are alive: these holds do not expire before `expiresInMs` from now. */
export async function extendHolds(trackingIds: readonly string[], expiresInMs: number): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + expiresInMs + longestPublishMs());
  await sql("extend-holds", extend, [trackingIds, expiresAt]);
}

/** Releases the hold. Returns false for a hold that is already captured or released. */
export async function releaseHold(trackingId: string): Promise<boolean> {
  return (await releaseHolds([trackingId])) === 1;
}

export const lowerHold = (trackingId: string, amountMilli: bigint, units?: number): Promise<void> =>
  lowerOpenHold(trackingId, amountMilli, units);

/** Releases the hold of a failed call, now or, if that fails, when it expires. */
export async function releaseFailed(trackingId: string): Promise<void> {
  failpoint("failed");
  await releaseHold(trackingId).catch((failure: Error) =>
    log.warn({ trackingId, reason: failure.message }, "a hold is left to the reaper"),
  );
}
