import "server-only";
import { clock } from "@/lib/platform/clock";
import { hot, type Sql, sql, transaction } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { log } from "@/lib/platform/log";
import { type ConfiguredPrice, newPricesOf } from "./new-prices";
import type { Price } from "./price-book";

export const priceColumns = `id, model_id AS "modelId", business_id AS "businessId", valid_from AS "from",
  price_vnd AS "priceVnd", unit, tax_included AS "taxIncluded", created_at AS "createdAt"`;

// Prices are append-only, so their number shows whether there are new ones.
const selectPrices = `SELECT ${priceColumns} FROM prices WHERE (SELECT count(*) FROM prices) <> $1::bigint`;

/** All prices, or none if there are still `known` many. */
export const readPrices = (known: number): Promise<Price[]> => sql<Price>("read-prices", selectPrices, [known], hot);

const lines = `json_to_recordset($1::json) AS line ("modelId" text, unit text, "priceVnd" integer, "from" timestamptz(3))`;

const findUnseen = `
  SELECT line."modelId", line.unit, line."priceVnd", line."from" FROM ${lines}
  WHERE NOT EXISTS (SELECT FROM configured_prices c WHERE c.model_id = line."modelId" AND c.unit = line.unit
    AND c.price_vnd = line."priceVnd" AND c.valid_from = line."from")`;

const insertSeen = `
  INSERT INTO configured_prices (model_id, unit, price_vnd, valid_from, created_at)
  SELECT "modelId", unit, "priceVnd", "from", $2::timestamptz FROM ${lines} ON CONFLICT DO NOTHING`;

// Only one process at a time registers prices.
export const lockPrices = "SELECT pg_advisory_xact_lock(hashtext('register-prices'))";

const findKnown = `SELECT ${priceColumns} FROM prices WHERE business_id IS NULL AND model_id = ANY($1::text[])`;

const insertPrice = `
  INSERT INTO prices (id, model_id, business_id, valid_from, price_vnd, unit, source, created_at)
  VALUES ($1, $2, $3, $4::timestamptz, $5, $6, $7, $8::timestamptz)`;

type Seen = { modelId: string; unit: string; priceVnd: number; from: Date };

/** A line that any process has seen changes nothing, so that an older configuration does not revert a newer price. */
export async function registerLines(all: readonly ConfiguredPrice[]): Promise<void> {
  if ((await listUnseen(sql, all)).size === 0) return;
  await transaction(async (sql) => {
    await sql(undefined, lockPrices, []);
    const unseen = await listUnseen(sql, all);
    const modelIds = [...new Set([...unseen].map(({ modelId }) => modelId))];
    const known = await sql<Price>(undefined, findKnown, [modelIds]);
    const now = clock.now();
    for (const modelId of modelIds) {
      const isOfModel = (line: { modelId: string }) => line.modelId === modelId;
      const prices = newPricesOf(all.filter(isOfModel), { unseen, known: known.filter(isOfModel), now });
      for (const price of prices) {
        const { modelId, from, priceVnd, unit, source } = price;
        const values = [newId("price"), modelId, null, from, priceVnd, unit, source, clock.now()];
        await sql("insert-price", insertPrice, values);
        log.info(price, "registered a price");
      }
    }
    await sql(undefined, insertSeen, [JSON.stringify([...unseen]), now]);
  });
}

async function listUnseen(on: Sql, all: readonly ConfiguredPrice[]): Promise<Set<ConfiguredPrice>> {
  const unseen = await on<Seen>("find-unseen-prices", findUnseen, [JSON.stringify(all)]);
  const isUnseen = (line: ConfiguredPrice) =>
    unseen.some(
      (one) =>
        one.modelId === line.modelId &&
        one.unit === line.unit &&
        one.priceVnd === line.priceVnd &&
        +one.from === Date.parse(line.from),
    );
  return new Set(all.filter(isUnseen));
}
