import "server-only";
import { sql } from "@/lib/db";

/** An account whose balance is not what its transfers, or its open holds, say. Amounts in thousandths of a đồng. */
export type Difference = {
  accountId: string;
  witness: "transfers" | "holds";
  balanceMilli: bigint;
  derivedMilli: bigint;
};

// One statement, hence one snapshot: it may run while money moves.
const differences = `
  WITH movements AS (
    SELECT debit_account_id AS id, -amount_milli AS amount_milli FROM transfers
    UNION ALL
    SELECT credit_account_id, amount_milli FROM transfers
  ), by_transfers AS (
    SELECT id, sum(amount_milli)::bigint AS amount_milli FROM movements GROUP BY id
  ), by_holds AS (
    SELECT business_id, sum(amount_milli)::bigint AS amount_milli FROM holds WHERE status = 'open' GROUP BY business_id
  ), witnesses AS (
    SELECT a.id, 'transfers' AS witness, a.balance_milli, coalesce(t.amount_milli, 0) AS derived_milli
    FROM wallet_accounts a LEFT JOIN by_transfers t USING (id)
    UNION ALL
    SELECT a.id, 'holds', a.balance_milli, coalesce(h.amount_milli, 0)
    FROM wallet_accounts a LEFT JOIN by_holds h USING (business_id) WHERE a.kind = 'held'
  )
  SELECT id AS "accountId", witness, balance_milli AS "balanceMilli", derived_milli AS "derivedMilli"
  FROM witnesses WHERE balance_milli <> derived_milli ORDER BY id, witness`;

/**
 * Derives every balance anew and answers the differences: none, or the books are wrong. As each transfer takes from
 * one account what it gives to another, no difference also means that all balances add up to zero.
 */
export async function audit(): Promise<Difference[]> {
  return sql<Difference>("audit-books", differences, []);
}
