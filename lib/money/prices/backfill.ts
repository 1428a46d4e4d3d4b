import "server-only";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { type Sql, transaction } from "@/lib/platform/db";
import { firstIdOf } from "@/lib/platform/ids";

const batchSize = 1000;
/** Batches per run, so that a stopping process does not wait long. */
const batchesPerTurn = 4;
/** A job may be recorded long after its id was created, so younger ones are left for later. */
const settledMs = hours(1);
const idleMs = minutes(10);

type Service = "tts" | "stt";
type State = { service: Service; cursor: string; endsAt: Date };

// One process at a time.
const next = `SELECT service, "cursor", ends_at AS "endsAt" FROM price_backfills
  WHERE service = $1::"Service" FOR UPDATE SKIP LOCKED`;

const advance = `UPDATE price_backfills SET "cursor" = $2 WHERE service = $1::"Service"`;

// The price in force when the credit was held, only where it gives exactly the amount. Open holds are skipped, because
// they are being settled. A job charged less than its hold, or nothing, has no price.
const fill = `
  WITH batch AS (
    SELECT tracking_id, model_id, amount_milli, created_at,
      CASE service WHEN 'tts' THEN characters ELSE ceil(audio_duration)::integer END AS units
    FROM jobs WHERE tracking_id > $1 AND tracking_id < $2 ORDER BY tracking_id LIMIT ${batchSize} FOR NO KEY UPDATE
  ), priced AS (
    SELECT batch.tracking_id, batch.units, price.id AS price_id,
      price.price_vnd::bigint * batch.units * CASE price.unit WHEN 'second' THEN 1000 ELSE 1 END AS price_milli
    FROM batch LEFT JOIN holds USING (tracking_id) CROSS JOIN LATERAL (
      SELECT id, price_vnd, unit FROM prices
      WHERE model_id = batch.model_id AND business_id IS NULL AND valid_from <= coalesce(holds.created_at, batch.created_at)
      ORDER BY valid_from DESC, created_at DESC, id DESC LIMIT 1
    ) price
    WHERE batch.units > 0
  ), jobs_filled AS (
    UPDATE jobs SET price_id = priced.price_id, units = priced.units FROM priced
    WHERE jobs.tracking_id = priced.tracking_id AND jobs.price_id IS NULL AND jobs.amount_milli = price_milli
  ), holds_filled AS (
    UPDATE holds SET price_id = priced.price_id, units = priced.units FROM priced
    WHERE holds.tracking_id = priced.tracking_id AND holds.price_id IS NULL AND holds.amount_milli = price_milli
      AND holds.status <> 'open'
  )
  SELECT count(*)::integer AS count, max(tracking_id) AS last FROM batch`;

/** For rows from before prices were stored. Each batch and its progress are one transaction, so that it can resume. */
export function priceBackfill(): () => Promise<void> {
  let idleUntil = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() < idleUntil) return;
    const left = await Promise.all((["tts", "stt"] as const).map(takeTurn));
    if (left.every((what) => what === "done")) idleUntil = Number.POSITIVE_INFINITY;
    else if (!left.includes("more")) idleUntil = performance.now() + idleMs;
  };
}

async function takeTurn(service: Service): Promise<"more" | "wait" | "done"> {
  for (let batch = 0; batch < batchesPerTurn; batch++) {
    const left = await transaction((sql) => fillBatch(sql, service));
    if (left !== "more") return left;
  }
  return "more";
}

async function fillBatch(sql: Sql, service: Service) {
  const [state] = await sql<State>("next-price-backfill", next, [service]);
  if (!state) return "wait";
  const settledAt = new Date(+clock.now() - settledMs);
  const isLast = settledAt > state.endsAt;
  const end = firstIdOf(service, isLast ? state.endsAt : settledAt);
  const [filled] = await sql<{ count: number; last: string | null }>(undefined, fill, [state.cursor, end]);
  if (filled?.last) await sql("advance-price-backfill", advance, [service, filled.last]);
  if (filled?.count === batchSize) return "more";
  return isLast ? "done" : "wait";
}
