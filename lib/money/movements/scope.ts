import "server-only";
import { dayOf } from "@/lib/money/wallet/month";
import type { Sql } from "@/lib/platform/db";
import type { Movement, MovementGroup } from "./schema";

/** Which movements: those of a time, and for a closed month exactly those that were in it when it was closed. */
export type Scope = {
  businessId: string;
  from: Date;
  to: Date;
  /** A `pg_snapshot`: later transactions are not in it. Null for all. */
  snapshot?: string | null;
  /** Earlier movements that belong to it besides. */
  lateIds?: readonly string[];
};

export const parametersOf = ({ businessId, from, to, snapshot = null, lateIds = [] }: Scope): unknown[] => [
  businessId,
  from,
  to,
  snapshot,
  lateIds,
];

const lineColumns = `t.id, t.created_at, t.kind::text AS kind, t.tracking_id, t.reference, t.price_id, t.units,
  t.free_milli, t.xid`;
const inScope = `(t.created_at >= $2::timestamptz AND t.created_at < $3::timestamptz
  AND ($4::text IS NULL OR t.xid IS NULL OR pg_visible_in_snapshot(t.xid, $4::pg_snapshot)))`;

/** One side of a business's accounts: what comes from or goes to an account that is not its own. */
const side = (own: "debit" | "credit", other: "debit" | "credit", condition: string) => `
  SELECT ${lineColumns}, ${own === "debit" ? "-" : ""}t.amount_milli AS milli FROM own
  JOIN transfers t ON t.${own}_account_id = own.id
  WHERE t.kind NOT IN ('hold', 'release') AND t.${other}_account_id NOT IN (SELECT id FROM own) AND ${condition}`;

const owned = "own AS MATERIALIZED (SELECT id FROM wallet_accounts WHERE business_id = $1)";

/** SQL of every movement between a business and others that meets a condition. */
export const linesWhere = (condition: string) => `${owned}, lines AS (
  ${side("credit", "debit", `${inScope} AND ${condition}`)}
  UNION ALL ${side("debit", "credit", `${inScope} AND ${condition}`)}
  UNION ALL ${side("credit", "debit", `t.id = ANY ($5::text[]) AND ${condition}`)}
  UNION ALL ${side("debit", "credit", `t.id = ANY ($5::text[]) AND ${condition}`)})`;

/** The same of all. A hold stays within the business; debt counts as less money. */
export const withLines = linesWhere("true");

/** Columns of a `Movement` from `lines` and `prices`. */
export const movementColumns = `l.id, l.created_at AS "createdAt", l.kind, l.milli, l.tracking_id AS "trackingId",
  l.reference, l.price_id AS "priceId", l.units, p.model_id AS "modelId", p.price_vnd AS "priceVnd", p.unit,
  p.valid_from AS "priceFrom", coalesce(l.free_milli, 0)::bigint AS "freeMilli"`;

export const balanceQuery = `WITH ${withLines}
  SELECT (coalesce((SELECT sum(balance_milli) FROM wallet_accounts WHERE business_id = $1), 0)
    - coalesce((SELECT sum(milli) FROM lines), 0))::bigint AS milli`;

/** What a business had at a time, available and held together, less what it owed. */
export async function findBalanceAt(sql: Sql, businessId: string, at: Date): Promise<bigint> {
  const [row] = await sql<{ milli: bigint }>(
    undefined,
    balanceQuery,
    parametersOf({ businessId, from: at, to: endOfTime }),
  );
  return row?.milli ?? 0n;
}

const endOfTime = new Date("9999-01-01T00:00:00Z");

// Charges come last on their day, so that the balance after them is that of the day's end.
export const groupsQuery = `WITH ${withLines}, groups AS (
    SELECT ${dayOf("created_at")}::text AS day, 'charge' AS kind,
      CASE left(tracking_id, 4) WHEN 'tts_' THEN 'tts' WHEN 'stt_' THEN 'stt' ELSE '' END AS service,
      count(*)::int AS count, sum(milli)::bigint AS milli, max(created_at) AS at, NULL AS id, NULL AS reference,
      NULL AS tracking_id, coalesce(sum(free_milli), 0)::bigint AS free_milli
    FROM lines WHERE kind = 'charge' GROUP BY 1, 3
    UNION ALL
    SELECT ${dayOf("created_at")}::text, kind, NULL, 1, milli, created_at, id, reference, tracking_id, 0
    FROM lines WHERE kind <> 'charge' AND milli <> 0
  )
  SELECT day, kind, service, count, milli, at, id, reference, tracking_id AS "trackingId",
    free_milli::bigint AS "freeMilli", ($6::bigint + sum(milli) OVER (ORDER BY day, kind = 'charge', at, id, service))::bigint AS "balanceMilli"
  FROM groups ORDER BY day, kind = 'charge', at, id, service`;

/** The movements of a scope, the oldest first, the charges of a day and service as one. */
export const listGroups = (sql: Sql, scope: Scope, openingMilli: bigint): Promise<MovementGroup[]> =>
  sql<MovementGroup>(undefined, groupsQuery, [...parametersOf(scope), openingMilli]);

/**
 * Ids of the business's movements that a text names: by their own id, or by a job, or by a payment through its id, the
 * bank's reference or the code or id of its top-up.
 */
const namedQuery = `WITH ${owned}, payments AS (
    SELECT $2::text AS id UNION SELECT id FROM bank_transfers WHERE reference = $2
    UNION SELECT b.id FROM top_ups o JOIN bank_transfers b ON b.top_up_id = o.id
      WHERE o.business_id = $1 AND (o.code = upper($2) OR o.id = $2)
  ), found AS (
    SELECT id, debit_account_id, credit_account_id FROM transfers
      WHERE kind NOT IN ('hold', 'release', 'charge', 'promotional')
        AND split_part(reference, ':', 2) = ANY (ARRAY(SELECT id FROM payments))
    UNION ALL SELECT id, debit_account_id, credit_account_id FROM transfers WHERE id = $2
    UNION ALL SELECT id, debit_account_id, credit_account_id FROM transfers WHERE tracking_id = $2
  )
  SELECT DISTINCT f.id FROM found f JOIN own ON own.id IN (f.debit_account_id, f.credit_account_id)`;

export const listNamed = async (sql: Sql, businessId: string, text: string): Promise<string[]> =>
  (await sql<{ id: string }>("named-movements", namedQuery, [businessId, text])).map(({ id }) => id);

// Each account's part is read in the order of its index and ends after a batch, so that a batch costs what it returns.
const batchOf = (own: "debit" | "credit", other: "debit" | "credit", condition: string) => `
  SELECT part.* FROM own CROSS JOIN LATERAL (
    SELECT ${lineColumns}, ${own === "debit" ? "-" : ""}t.amount_milli AS milli FROM transfers t
    WHERE t.${own}_account_id = own.id AND t.kind NOT IN ('hold', 'release')
      AND t.${other}_account_id NOT IN (SELECT id FROM own) AND (t.created_at, t.id) > ($6::timestamptz, $7::text)
      AND ${condition}
    ORDER BY t.created_at, t.id LIMIT $8) part`;

export const batchQuery = `WITH ${owned}, lines AS (
    ${batchOf("credit", "debit", inScope)} UNION ALL ${batchOf("debit", "credit", inScope)}
    UNION ALL ${batchOf("credit", "debit", "t.id = ANY ($5::text[])")}
    UNION ALL ${batchOf("debit", "credit", "t.id = ANY ($5::text[])")})
  SELECT ${movementColumns} FROM lines l LEFT JOIN prices p ON p.id = l.price_id
  ORDER BY l.created_at, l.id LIMIT $8`;

const batchSize = 1000;

/** Every single movement of a scope, the oldest first, in batches. */
export async function* walkMovements(sql: Sql, scope: Scope): AsyncGenerator<Movement[]> {
  let last: [Date, string] = [new Date(0), ""];
  for (;;) {
    // A batch begins where the one before ended, so it reads no movement twice.
    const from = last[0] > scope.from ? last[0] : scope.from;
    const parameters = [...parametersOf({ ...scope, from }), ...last, batchSize];
    const batch = await sql<Movement>(undefined, batchQuery, parameters);
    if (batch.length > 0) yield batch;
    const end = batch.at(-1);
    if (!end || batch.length < batchSize) return;
    last = [end.createdAt, end.id];
  }
}
