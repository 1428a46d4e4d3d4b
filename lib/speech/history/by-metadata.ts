import "server-only";
import { sql } from "@/lib/platform/db";
import type { Metadata } from "@/lib/speech/metadata";
import { Prisma } from "@/prisma/generated/client";
import type { JobWhereInput } from "@/prisma/generated/models";

/** What more rows than these have in common is soon found by time. */
const mostFound = 10_000;

const byPairs = `SELECT tracking_id AS id FROM jobs
  WHERE metadata IS NOT NULL AND jsonb_insert('{}', ARRAY[business_id], metadata) @> jsonb_build_object($1::text, $2::jsonb)
  LIMIT $3`;

/** The condition on jobs with all these pairs. */
export async function withMetadata(businessId: string, metadata: Metadata, most = mostFound): Promise<JobWhereInput> {
  const found = await sql<{ id: string }>(undefined, byPairs, [businessId, JSON.stringify(metadata), most + 1]);
  if (found.length <= most) return { trackingId: { in: found.map(({ id }) => id) } };
  return { AND: Object.entries(metadata).map(([key, equals]) => ({ metadata: { path: [key], equals } })) };
}

const idColumns = { jobs: "tracking_id", refused_requests: "request_id" } as const;

type Table = keyof typeof idColumns;

// The expression of the indexes. The rows are read before they are sorted: PostgreSQL would otherwise walk a business's
// whole history by time for a value that it takes for a common one.
const byValue = (table: Table) => `WITH found AS MATERIALIZED (
    SELECT ${idColumns[table]} AS id, created_at FROM ${table}
    WHERE metadata IS NOT NULL
      AND jsonb_insert('{}', ARRAY[business_id], lower(jsonb_path_query_array(metadata, '$.*')::text)::jsonb)
        @> jsonb_build_object($1::text, lower(jsonb_build_array($2::text)::text)::jsonb)
      AND ($3::text IS NULL OR lower(metadata ->> $3) = lower($2))
    LIMIT ${mostFound + 1}
  ) SELECT id FROM found ORDER BY created_at DESC LIMIT $4`;

/** A pair as the console and `GET /history` write it: `orderId: 1024`. */
function asPair(text: string): { name: string; value: string } | null {
  const [, name, value] = /^([^:]{1,40}):\s*(.+)$/s.exec(text) ?? [];
  return name && value ? { name, value } : null;
}

/** Whether the text is a value of this metadata in any case, or one of its pairs. */
export function isInMetadata(metadata: unknown, text: string): boolean {
  const isSame = (value: unknown, sought: string) => String(value).toLowerCase() === sought.toLowerCase();
  const pair = asPair(text);
  return Object.entries(metadata ?? {}).some(
    ([name, value]) => isSame(value, text) || (pair?.name === name && isSame(value, pair.value)),
  );
}

/** The ids of the newest of the business's rows in whose metadata the text is a value or a pair; of 10,000 of them at most. */
export async function findByMetadata(
  businessId: string,
  table: Table,
  text: string,
  most: number = mostFound + 1,
): Promise<string[]> {
  const pair = asPair(text);
  const wanted = [{ name: null, value: text }, ...(pair ? [pair] : [])];
  const found = await Promise.all(
    wanted.map(({ name, value }) => sql<{ id: string }>(undefined, byValue(table), [businessId, value, name, most])),
  );
  return [...new Set(found.flat().map(({ id }) => id))];
}

/** The condition on jobs in whose metadata the text is; null where none is. Where very many are, those with any metadata match. */
export async function jobsWithText(businessId: string, text: string): Promise<JobWhereInput | null> {
  const ids = await findByMetadata(businessId, "jobs", text);
  if (ids.length > mostFound) return { metadata: { not: Prisma.DbNull } };
  return ids.length > 0 ? { trackingId: { in: ids } } : null;
}
