import "server-only";
import { hot, sql } from "@/lib/platform/db";
import type { Price } from "./price-book";

export const priceColumns = `id, model_id AS "modelId", business_id AS "businessId", valid_from AS "from",
  price_vnd AS "priceVnd", unit, tax_included AS "taxIncluded", created_at AS "createdAt"`;

// Prices are append-only, so their number shows whether there are new ones.
const read = `SELECT ${priceColumns} FROM prices WHERE (SELECT count(*) FROM prices) <> $1::bigint`;

/** All prices, or none if there are still `known` many. */
export const readPrices = (known: number): Promise<Price[]> => sql<Price>("read-prices", read, [known], hot);
