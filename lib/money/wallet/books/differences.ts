import "server-only";
import { type Sql, sql } from "@/lib/platform/db";
import { type Checkpoint, isSince } from "./checkpoint";

/** An account whose balance differs from another record of it. Amounts in thousandths of a đồng. */
export type Difference = {
  accountId: string;
  /** `sum`: the balances do not add up to zero. `checkpoint`: the row differs from the transfers up to it. */
  witness: "transfers" | "holds" | "sum" | "checkpoint";
  balanceMilli: bigint;
  derivedMilli: bigint;
};

const moved = `transfers t CROSS JOIN LATERAL (
  VALUES (t.debit_account_id, -t.amount_milli), (t.credit_account_id, t.amount_milli)) AS moved (id, milli)`;

const sinceCheckpoint = `
  SELECT id, sum(milli)::bigint AS milli FROM (
    SELECT account_id AS id, balance_milli AS milli FROM book_balances WHERE checkpoint_id = $1
    UNION ALL
    SELECT moved.id, moved.milli FROM ${moved} WHERE ${isSince("t.xid", "$2")}
  ) AS entries GROUP BY id`;

const fromBeginning = `
  SELECT moved.id, sum(milli)::bigint AS milli,
    (sum(milli) FILTER (WHERE t.xid IS NULL OR pg_visible_in_snapshot(t.xid, $2::pg_snapshot)))::bigint AS earlier_milli
  FROM ${moved} GROUP BY moved.id`;

const checkpointWitness = `
    UNION ALL
    SELECT a.id, 'checkpoint', coalesce(b.balance_milli, 0), coalesce(d.earlier_milli, 0)
    FROM wallet_accounts a LEFT JOIN derived d USING (id)
    LEFT JOIN book_balances b ON b.checkpoint_id = $1 AND b.account_id = a.id
    WHERE $1::text IS NOT NULL`;

// One statement, hence one snapshot, so it can run while money moves.
const differences = (derived: string, further: string) => `
  WITH derived AS (${derived}), by_holds AS (
    SELECT business_id, sum(amount_milli)::bigint AS milli FROM holds WHERE status = 'open' GROUP BY business_id
  ), witnesses AS (
    SELECT a.id, 'transfers' AS witness, a.balance_milli, coalesce(d.milli, 0) AS derived_milli
    FROM wallet_accounts a LEFT JOIN derived d USING (id)
    UNION ALL
    SELECT a.id, 'holds', a.balance_milli, coalesce(h.milli, 0)
    FROM wallet_accounts a LEFT JOIN by_holds h USING (business_id) WHERE a.kind = 'held'
    UNION ALL
    SELECT 'all accounts', 'sum', sum(balance_milli)::bigint, 0 FROM wallet_accounts${further}
  )
  SELECT id AS "accountId", witness, balance_milli AS "balanceMilli", derived_milli AS "derivedMilli"
  FROM witnesses WHERE balance_milli <> derived_milli ORDER BY id, witness`;

const incremental = differences(sinceCheckpoint, "");
const full = differences(fromBeginning, checkpointWitness);

/** Compares every balance with the checkpoint and the transfers since. Cannot find changes of earlier transfers. */
export const findDifferencesSince = (sql: Sql, { id, snapshot }: Checkpoint): Promise<Difference[]> =>
  sql<Difference>(undefined, incremental, [id, snapshot]);

/** Compares every balance with all transfers, and the checkpoint, if there is one, with those up to it. */
export const findDifferences = (sql: Sql, checkpoint: Checkpoint | null): Promise<Difference[]> =>
  sql<Difference>(undefined, full, [checkpoint?.id ?? null, checkpoint?.snapshot ?? null]);

/** Recomputes every balance without a checkpoint and returns the differences, which should be none. */
export const audit = (): Promise<Difference[]> => findDifferences(sql, null);
