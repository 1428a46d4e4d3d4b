import "server-only";
import { monthOf } from "@/lib/money/wallet/month";
import type { Sql } from "@/lib/platform/db";
import { boundsOf } from "@/lib/platform/vietnam-time";

/** A kind of account: what it is debited by more than credited, or the other way round. Thousandths of a đồng. */
export type BalanceLine = { kind: string; accounts: number; debitMilli: bigint; creditMilli: bigint };

// From today's balances back, so that a recent day costs little however old the ledger is.
const balances = `
  SELECT a.id, a.kind::text AS kind, a.business_id, a.balance_milli - coalesce(later.milli, 0) AS milli
  FROM wallet_accounts a LEFT JOIN (
    SELECT moved.id, sum(moved.milli)::bigint AS milli FROM transfers t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, -t.amount_milli), (t.credit_account_id, t.amount_milli))
      AS moved (id, milli)
    WHERE t.created_at >= $1 GROUP BY moved.id
  ) later USING (id)`;

const trialBalance = `
  WITH balances AS (${balances})
  SELECT kind, count(*) FILTER (WHERE milli <> 0)::int AS accounts,
    coalesce(-sum(milli) FILTER (WHERE milli < 0), 0)::bigint AS "debitMilli",
    coalesce(sum(milli) FILTER (WHERE milli > 0), 0)::bigint AS "creditMilli"
  FROM balances GROUP BY kind ORDER BY kind`;

/** The balances of all accounts at the end of a day in Vietnam, by kind: both columns add up to the same. */
export const trialBalanceAt = (sql: Sql, day: Date): Promise<BalanceLine[]> =>
  sql<BalanceLine>(undefined, trialBalance, [boundsOf(day).to]);

export type Liability = { businessId: string; name: string; slug: string; creditMilli: bigint; owedMilli: bigint };

const liabilities = `
  WITH balances AS (${balances}), sums AS (
    SELECT business_id, coalesce(sum(milli) FILTER (WHERE kind IN ('available', 'held')), 0)::bigint AS credit,
      coalesce(-sum(milli) FILTER (WHERE kind = 'receivable'), 0)::bigint AS owed
    FROM balances WHERE business_id IS NOT NULL GROUP BY business_id
  )
  SELECT b.id AS "businessId", b.name, b.slug, credit AS "creditMilli", owed AS "owedMilli"
  FROM sums JOIN businesses b ON b.id = business_id WHERE credit <> 0 OR owed <> 0
  ORDER BY credit DESC, b.id LIMIT $2 OFFSET $3`;

export type Range = { limit: number; offset: number };

/** What each business has left and what it owes at the end of a day in Vietnam, the largest credit first. */
export const liabilitiesAt = (sql: Sql, day: Date, { limit, offset }: Range): Promise<Liability[]> =>
  sql<Liability>(undefined, liabilities, [boundsOf(day).to, limit, offset]);

export type Deferred = { creditMilli: bigint; paidMilli: bigint; givenMilli: bigint };

const isGiven = "t.kind IN ('charge', 'adjustment', 'welcome', 'promotion', 'expiry', 'forfeit')";

// Given credit is spent before paid credit, as in `netPaid`: payments are spent so far as charges ever exceeded what was
// given until then. So each business's movements are summed between the moments when it was given credit.
const deferred = `
  WITH given AS (
    SELECT a.business_id, array_agg(t.created_at ORDER BY t.created_at) AS moments
    FROM transfers t JOIN wallet_accounts a ON a.id = t.credit_account_id AND a.kind = 'available'
    WHERE t.created_at < $1 AND t.kind IN ('welcome', 'promotion', 'adjustment') GROUP BY a.business_id
  ), rounds AS (
    SELECT a.business_id, width_bucket(t.created_at, given.moments) AS round, sum(moved.milli) AS milli,
      coalesce(sum(moved.milli) FILTER (WHERE ${isGiven}), 0) AS given_milli
    FROM transfers t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, -t.amount_milli), (t.credit_account_id, t.amount_milli))
      AS moved (id, milli)
    JOIN wallet_accounts a ON a.id = moved.id AND a.kind IN ('available', 'held')
    LEFT JOIN given ON given.business_id = a.business_id
    WHERE t.created_at < $1 AND t.kind NOT IN ('hold', 'release') GROUP BY 1, 2
  ), spent AS (
    SELECT *, -sum(given_milli) OVER (PARTITION BY business_id ORDER BY round) AS milli_of_payments FROM rounds
  ), sums AS (
    SELECT business_id, greatest(sum(milli), 0) AS credit,
      greatest(sum(milli - given_milli) - greatest(max(milli_of_payments), 0), 0) AS paid
    FROM spent GROUP BY business_id
  )
  SELECT coalesce(sum(credit), 0)::bigint AS "creditMilli", coalesce(sum(least(paid, credit)), 0)::bigint AS "paidMilli",
    coalesce(sum(credit - least(paid, credit)), 0)::bigint AS "givenMilli"
  FROM sums`;

/** Credit that was not used at the end of a day: paid for, which is deferred revenue, and given. Reads all transfers. */
export async function deferredRevenueAt(sql: Sql, day: Date): Promise<Deferred> {
  const [found] = await sql<Deferred>(undefined, deferred, [boundsOf(day).to]);
  return found ?? { creditMilli: 0n, paidMilli: 0n, givenMilli: 0n };
}

export type Revenue = { month: string; businessId: string; name: string; kind: string; jobs: number; milli: bigint };

const revenue = `
  SELECT ${monthOf("t.created_at")} AS month, b.id AS "businessId", b.name,
    CASE WHEN t.kind = 'charge' THEN left(t.tracking_id, 3) ELSE t.kind::text END AS kind,
    count(*)::int AS jobs,
    sum(CASE WHEN t.credit_account_id = 'acc_revenue' THEN t.amount_milli ELSE -t.amount_milli END)::bigint AS milli
  FROM transfers t JOIN wallet_accounts a
    ON a.id = CASE WHEN t.credit_account_id = 'acc_revenue' THEN t.debit_account_id ELSE t.credit_account_id END
  LEFT JOIN businesses b ON b.id = a.business_id
  WHERE (t.credit_account_id = 'acc_revenue' OR t.debit_account_id = 'acc_revenue')
    AND t.created_at >= $1 AND t.created_at < $2
  GROUP BY 1, 2, 3, 4 ORDER BY 1 DESC, milli DESC, 2, 3, 4 LIMIT $3 OFFSET $4`;

/** Charges of jobs by month in Vietnam, business and service, and other movements of the revenue account. VAT included. */
export const revenueBetween = (sql: Sql, from: Date, to: Date, { limit, offset }: Range): Promise<Revenue[]> =>
  sql<Revenue>(undefined, revenue, [from, to, limit, offset]);
