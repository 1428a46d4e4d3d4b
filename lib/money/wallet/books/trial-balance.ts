import "server-only";
import type { Sql } from "@/lib/platform/db";

export type AccountLine = { id: string; businessId: string | null; kind: string; balanceMilli: bigint };
export type Sum = { kind: string; count: number; milli: bigint };

export type TrialBalance = {
  /** Only accounts with a balance. */
  accounts: AccountLine[];
  byAccountKind: Sum[];
  /** Empty unless requested, since it reads every transfer. */
  byTransferKind: Sum[];
};

const accounts = `SELECT id, business_id AS "businessId", kind::text, balance_milli AS "balanceMilli"
  FROM wallet_accounts WHERE balance_milli <> 0 ORDER BY business_id NULLS LAST, kind`;

const byAccountKind = `SELECT kind::text, count(*)::int AS count, sum(balance_milli)::bigint AS milli
  FROM wallet_accounts GROUP BY kind ORDER BY wallet_accounts.kind`;

const byTransferKind = `SELECT kind::text, count(*)::int AS count, sum(amount_milli)::bigint AS milli
  FROM transfers GROUP BY kind ORDER BY transfers.kind`;

export async function readTrialBalance(sql: Sql, isFull: boolean): Promise<TrialBalance> {
  return {
    accounts: await sql<AccountLine>(undefined, accounts, []),
    byAccountKind: await sql<Sum>(undefined, byAccountKind, []),
    byTransferKind: isFull ? await sql<Sum>(undefined, byTransferKind, []) : [],
  };
}
