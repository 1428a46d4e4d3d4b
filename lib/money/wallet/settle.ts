import "server-only";
import { type Charged, countByMetadata, type RecordedJob } from "@/lib/money/usage/count-metadata";
import { clock } from "@/lib/platform/clock";
import { type Sql, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { monthOf } from "./month";

/** SQL: the job of a hold. A long job has a hold for each part, which is named behind a dot. */
export const jobOf = (trackingId: string) => `split_part(${trackingId}, '.', 1)`;

// Every movement locks in one order: holds by id, then accounts by id. The ids of a business's accounts are ordered
// `available`, `held`, `receivable`, and precede those of the platform's accounts, which are words. So no two movements
// can deadlock. A key's month is locked after its business's `available`, also by holds.
//
// Not "status = 'open'", which would scan the index of open holds, including many recently closed ones.
const openedOf = (holds: string, columns: string) => `
  WITH asked AS (
    SELECT * FROM unnest(${holds})
  ), opened AS (
    SELECT ${columns} FROM asked JOIN holds USING (tracking_id) WHERE status NOT IN ('captured', 'released')
    ORDER BY tracking_id FOR NO KEY UPDATE OF holds
  )`;

const release = `${openedOf("$1::text[], $2::text[]) AS asked (tracking_id, transfer_id", "tracking_id, transfer_id")}, settled AS (
    UPDATE holds h SET status = 'released', settled_at = $3::timestamptz
    FROM opened WHERE h.tracking_id = opened.tracking_id
    RETURNING h.tracking_id, h.business_id, h.key_id, h.amount_milli, h.created_at, opened.transfer_id
  ), sums AS (
    SELECT business_id, sum(amount_milli)::bigint AS amount_milli FROM settled GROUP BY business_id
  ), accounts AS (
    SELECT a.id, a.kind, sums.amount_milli FROM wallet_accounts a JOIN sums USING (business_id)
    WHERE a.kind IN ('available', 'held') ORDER BY a.id FOR NO KEY UPDATE OF a
  ), moved AS (
    UPDATE wallet_accounts a
    SET balance_milli = a.balance_milli + CASE a.kind WHEN 'held' THEN -accounts.amount_milli ELSE accounts.amount_milli END
    FROM accounts WHERE a.id = accounts.id
    RETURNING a.id, a.business_id, a.kind
  ), transferred AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT transfer_id, held.id, available.id, settled.amount_milli, 'release', 'release:' || tracking_id, ${jobOf("tracking_id")}, $3
    FROM settled
    JOIN moved held ON held.business_id = settled.business_id AND held.kind = 'held'
    JOIN moved available ON available.business_id = settled.business_id AND available.kind = 'available'
    WHERE settled.amount_milli > 0
  ), unspent AS (
    SELECT key_id, ${monthOf("created_at")} AS month, sum(amount_milli)::bigint AS amount_milli
    FROM settled WHERE key_id IS NOT NULL GROUP BY 1, 2
  ), given_back AS (
    UPDATE key_spends s SET amount_milli = s.amount_milli - unspent.amount_milli
    FROM unspent WHERE (SELECT count(*) FROM moved) > 0 AND s.key_id = unspent.key_id AND s.month = unspent.month
  )
  SELECT tracking_id FROM settled`;

// Free credit pays first. Its rows change only while their business's `held` is locked, so they are read after that.
// `available` is locked only where a part of a hold is released.
const capture = `${openedOf(
  `$1::text[], $2::text[], $5::text[], $6::bigint[], $7::integer[])
    AS asked (tracking_id, transfer_id, rest_id, part_milli, part_units`,
  "tracking_id, transfer_id, rest_id, part_milli, part_units, amount_milli AS whole_milli",
)}, settled AS (
    UPDATE holds h SET status = 'captured', settled_at = $3::timestamptz, amount_milli = least(whole_milli, part_milli),
      units = CASE WHEN part_milli < whole_milli THEN part_units ELSE h.units END,
      price_id = CASE WHEN part_milli < whole_milli AND part_units IS NULL THEN NULL ELSE h.price_id END
    FROM opened WHERE h.tracking_id = opened.tracking_id
    RETURNING h.tracking_id, h.business_id, h.key_id, h.amount_milli, h.price_id, h.units, h.created_at,
      opened.transfer_id, opened.rest_id, opened.whole_milli - h.amount_milli AS rest_milli
  ), sums AS (
    SELECT business_id, sum(amount_milli)::bigint AS amount_milli, sum(rest_milli)::bigint AS rest_milli
    FROM settled GROUP BY business_id
  ), accounts AS (
    SELECT a.id, a.business_id, a.kind, sums.amount_milli, sums.rest_milli FROM wallet_accounts a JOIN sums USING (business_id)
    WHERE a.kind = 'held' OR a.kind = 'available' AND sums.rest_milli > 0 ORDER BY a.id FOR NO KEY UPDATE OF a
  ), changed AS (
    UPDATE wallet_accounts a
    SET balance_milli = a.balance_milli + CASE a.kind WHEN 'held' THEN -amount_milli - rest_milli ELSE rest_milli END
    FROM accounts WHERE a.id = accounts.id
    RETURNING a.id, a.business_id, a.kind, accounts.amount_milli
  ), moved AS (
    SELECT * FROM changed WHERE kind = 'held'
  ), given_back AS (
    UPDATE key_spends s SET amount_milli = s.amount_milli - unspent.amount_milli
    FROM (SELECT key_id, ${monthOf("created_at")} AS month, sum(rest_milli)::bigint AS amount_milli
      FROM settled WHERE key_id IS NOT NULL AND rest_milli > 0 GROUP BY 1, 2) unspent
    WHERE (SELECT count(*) FROM changed) > 0 AND s.key_id = unspent.key_id AND s.month = unspent.month
  ), grants AS (
    SELECT g.id, g.business_id, g.remaining_milli, g.expires_at, g.created_at
    FROM credit_grants g JOIN moved USING (business_id) WHERE g.remaining_milli > 0 FOR NO KEY UPDATE OF g
  ), ordered AS (
    SELECT id, business_id, remaining_milli, (sum(remaining_milli) OVER (
      PARTITION BY business_id ORDER BY expires_at NULLS LAST, created_at, id))::bigint - remaining_milli AS before_milli
    FROM grants
  ), spent AS (
    UPDATE credit_grants g
    SET remaining_milli = g.remaining_milli - least(ordered.remaining_milli, moved.amount_milli - ordered.before_milli)
    FROM ordered JOIN moved USING (business_id)
    WHERE g.id = ordered.id AND moved.amount_milli > ordered.before_milli
  ), free AS (
    SELECT business_id, sum(remaining_milli)::bigint AS free_milli FROM grants GROUP BY business_id
  ), charges AS (
    SELECT settled.*, moved.id AS held_id, least(settled.amount_milli, greatest(0, coalesce(free_milli, 0) - (
      sum(settled.amount_milli) OVER (PARTITION BY business_id ORDER BY transfer_id) - settled.amount_milli)))::bigint AS free_milli
    FROM settled JOIN moved USING (business_id) LEFT JOIN free USING (business_id) WHERE settled.amount_milli > 0
  ), totals AS (
    SELECT sum(amount_milli - free_milli)::bigint AS paid_milli, sum(free_milli)::bigint AS free_milli FROM charges
  ), platform AS (
    SELECT a.id, CASE a.id WHEN 'acc_revenue' THEN paid_milli ELSE free_milli END AS milli FROM wallet_accounts a, totals
    WHERE a.id = ANY (ARRAY['acc_promotional_revenue', 'acc_revenue'])
      AND CASE a.id WHEN 'acc_revenue' THEN paid_milli ELSE free_milli END > 0
    ORDER BY a.id FOR NO KEY UPDATE OF a
  ), earned AS (
    UPDATE wallet_accounts a SET balance_milli = a.balance_milli + platform.milli FROM platform WHERE a.id = platform.id
  ), transferred AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at,
      price_id, units, free_milli)
    SELECT transfer_id, held_id, 'acc_revenue', amount_milli, 'charge'::"TransferKind", 'charge:' || tracking_id, ${jobOf("tracking_id")},
      $3::timestamptz, price_id, units, nullif(free_milli, 0)
    FROM charges
    UNION ALL
    SELECT names.id, 'acc_revenue', 'acc_promotional_revenue', free_milli, 'promotional', 'promotional:' || tracking_id,
      ${jobOf("tracking_id")}, $3, NULL, NULL, NULL
    FROM charges JOIN unnest($1::text[], $4::text[]) AS names (tracking_id, id) USING (tracking_id) WHERE free_milli > 0
    UNION ALL
    SELECT rest_id, held.id, available.id, rest_milli, 'release', 'rest:' || tracking_id, ${jobOf("tracking_id")}, $3, NULL, NULL, NULL
    FROM settled
    JOIN moved held ON held.business_id = settled.business_id
    JOIN changed available ON available.business_id = settled.business_id AND available.kind = 'available'
    WHERE rest_milli > 0
  )
  SELECT tracking_id AS "trackingId", business_id AS "businessId", key_id AS "keyId", amount_milli AS "amountMilli"
  FROM settled`;

const settlement = (trackingIds: string[], now = clock.now()) => [trackingIds, namesFor(trackingIds), now];

const namesFor = (trackingIds: string[]) => trackingIds.map(() => newId("transfer"));

/** What is charged of a hold, at most all of it: the rest is released. Without `units` such a part has no price. */
export type Capture = { trackingId: string; amountMilli: bigint; units?: number | null };

const unlimited = 2n ** 63n - 1n;

/**
 * Returns how many. Skips captured and released holds, so that no call is charged twice. Free credit pays first. What is
 * charged is counted by its metadata, with `recorded`: the jobs that the same transaction wrote into the history.
 */
export async function captureHolds(
  sql: Sql,
  holds: readonly (string | Capture)[],
  recorded: readonly RecordedJob[] = [],
): Promise<number> {
  const captures = holds.map((hold) =>
    typeof hold === "string" ? { trackingId: hold, amountMilli: unlimited, units: null } : hold,
  );
  const ids = captures.map(({ trackingId }) => trackingId);
  const parts = [captures.map(({ amountMilli }) => amountMilli), captures.map(({ units }) => units ?? null)];
  const at = clock.now();
  const values = [...settlement(ids, at), namesFor(ids), namesFor(ids), ...parts];
  const charged = await sql<Charged>("capture-holds", capture, values);
  // Last, so that what it locks is always locked after the revenue account.
  await countByMetadata(sql, { charged, recorded, at });
  return charged.length;
}

/** Charges a part of an open hold and releases the rest. Returns false for one that is already captured or released. */
export const captureHold = async (trackingId: string, amountMilli: bigint, units?: number, on: Sql = sql) =>
  (await captureHolds(on, [{ trackingId, amountMilli, units }])) === 1;

/** Releases open holds and returns how many. */
export async function releaseHolds(trackingIds: string[], on: Sql = sql): Promise<number> {
  return (await on("release-holds", release, settlement(trackingIds))).length;
}

const lower = `
  WITH opened AS (
    SELECT tracking_id, business_id, key_id, created_at, amount_milli - $2::bigint AS rest_milli FROM holds
    WHERE tracking_id = $1 AND status = 'open' AND amount_milli > $2::bigint FOR NO KEY UPDATE
  ), lowered AS (
    UPDATE holds h SET amount_milli = $2::bigint, units = $5::integer,
      price_id = CASE WHEN $5::integer IS NULL THEN NULL ELSE h.price_id END
    FROM opened WHERE h.tracking_id = opened.tracking_id
    RETURNING opened.*
  ), accounts AS (
    SELECT a.id, a.kind, lowered.rest_milli FROM wallet_accounts a JOIN lowered USING (business_id)
    WHERE a.kind IN ('available', 'held') ORDER BY a.id FOR NO KEY UPDATE OF a
  ), moved AS (
    UPDATE wallet_accounts a
    SET balance_milli = a.balance_milli + CASE a.kind WHEN 'held' THEN -accounts.rest_milli ELSE accounts.rest_milli END
    FROM accounts WHERE a.id = accounts.id
    RETURNING a.id, a.kind
  ), transferred AS (
    INSERT INTO transfers (id, debit_account_id, credit_account_id, amount_milli, kind, reference, tracking_id, created_at)
    SELECT $3, held.id, available.id, lowered.rest_milli, 'release', 'lower:' || $1 || ':' || $3, ${jobOf("$1")}, $4::timestamptz
    FROM lowered, moved held, moved available WHERE held.kind = 'held' AND available.kind = 'available'
  )
  UPDATE key_spends s SET amount_milli = s.amount_milli - lowered.rest_milli
  FROM lowered WHERE (SELECT count(*) FROM moved) > 0 AND s.key_id = lowered.key_id
    AND s.month = ${monthOf("lowered.created_at")}`;

/** Releases the rest. Without `units` the hold then has no price. A hold that is not higher stays unchanged. */
export async function lowerOpenHold(
  trackingId: string,
  amountMilli: bigint,
  units?: number,
  on: Sql = sql,
): Promise<void> {
  await on("lower-hold", lower, [trackingId, amountMilli, newId("transfer"), clock.now(), units ?? null]);
}

// What a live transcription delivered is charged before its hold is released: see `endAbandoned`.
const expired = `
  SELECT tracking_id AS "trackingId", expires_at AS "expiresAt" FROM holds WHERE status = 'open' AND expires_at <= $1
    AND NOT EXISTS (SELECT FROM live_sessions WHERE live_sessions.tracking_id = holds.tracking_id)
  ORDER BY expires_at LIMIT 500 FOR NO KEY UPDATE SKIP LOCKED`;

/**
 * Releases up to 500 holds that expired by `now` and returns how many: not those whose calls may still be recorded, by
 * `findLagMs`, which is called while they are locked and can no longer be published.
 */
export function releaseExpiredHolds(now: Date, findLagMs: () => Promise<number>): Promise<number> {
  return transaction(async (sql) => {
    const holds = await sql<{ trackingId: string; expiresAt: Date }>("expired-holds", expired, [now]);
    if (holds.length === 0) return 0;
    const before = now.getTime() - (await findLagMs());
    const dead = holds.filter(({ expiresAt }) => expiresAt.getTime() <= before);
    return releaseHolds(idsOf(dead), sql);
  });
}

const idsOf = (holds: { trackingId: string }[]) => holds.map(({ trackingId }) => trackingId);
