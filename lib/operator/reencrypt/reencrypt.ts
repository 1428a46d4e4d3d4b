import "server-only";
import { sql } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import type { EncryptedKind } from "./kinds";

const batchSize = 200;

/** Rows changed while they were read are read again, so a second pass is rare and a tenth means something is wrong. */
const maxPasses = 10;

type Row = { id: string; value: string };
export type Failure = { id: string; reason: string };
export type Report = { rewritten: number; failures: Failure[]; keyedHashes: number; left: number };

/**
 * In batches, beside running processes: a value that changed since it was read is left alone and read again. What
 * cannot be decrypted stays as it is. Killed and run again, it goes on with what is left.
 */
export async function reencrypt(kind: EncryptedKind, version: number): Promise<Report> {
  const report: Report = { rewritten: 0, failures: [], keyedHashes: await countKeyedHashes(kind), left: 0 };
  for (let pass = 0; pass < maxPasses; pass += 1) {
    const { rewritten, failures, changed } = await onePass(kind, version);
    report.rewritten += rewritten;
    report.failures = failures;
    report.left = changed;
    if (changed === 0) break;
  }
  return report;
}

async function onePass(kind: EncryptedKind, version: number) {
  const result = { rewritten: 0, failures: [] as Failure[], changed: 0 };
  let last: Row = { id: "", value: "" };
  while (true) {
    const rows = await listRows(kind, version, last);
    const readable = rows.flatMap((row) => {
      const next = translate(kind, row, version);
      if (typeof next === "string") return [{ ...row, next }];
      result.failures.push(next);
      return [];
    });
    const written = readable.length > 0 ? await replace(kind, readable) : 0;
    result.rewritten += written;
    result.changed += readable.length - written;
    const end = rows.at(-1);
    if (!end || rows.length < batchSize) return result;
    last = end;
  }
}

function translate(
  { contextOf, isKeyedHashAtZero }: EncryptedKind,
  { id, value }: Row,
  version: number,
): string | Failure {
  if (isKeyedHashAtZero && version === 0) return { id, reason: "does not exist under version 0" };
  try {
    return encrypt(decrypt(value, contextOf(id)), contextOf(id), { version });
  } catch (error) {
    return { id, reason: (error as Error).message };
  }
}

// A value without a dot is version 0.
const versioned = (column: string) => `${column} LIKE 'v%.%'`;

/** The rows after the given one that are under another version. */
function listRows(kind: EncryptedKind, version: number, { id, value }: Row): Promise<Row[]> {
  const { column } = kind;
  const isOther = `${column} NOT LIKE 'v${version}.%'`;
  const isRewritten = version === 0 || kind.isKeyedHashAtZero ? `${versioned(column)} AND ${isOther}` : isOther;
  return sql<Row>(
    undefined,
    `SELECT ${kind.id} AS id, ${column} AS value FROM ${kind.table}
     WHERE (${kind.id}, ${column}) > ($1, $2) AND ${isRewritten} AND ${kind.where ?? "true"}
     ORDER BY 1, 2 LIMIT ${batchSize}`,
    [id, value],
  );
}

/** Compares with the value that was read: one that another process wrote meanwhile is not overwritten. */
async function replace(kind: EncryptedKind, rows: (Row & { next: string })[]): Promise<number> {
  const written = await sql(
    undefined,
    `UPDATE ${kind.table} AS t SET ${kind.column} = n.next
     FROM unnest($1::text[], $2::text[], $3::text[]) AS n (id, value, next)
     WHERE t.${kind.id} = n.id AND t.${kind.column} = n.value RETURNING 1`,
    [rows.map(({ id }) => id), rows.map(({ value }) => value), rows.map(({ next }) => next)],
  );
  return written.length;
}

async function countKeyedHashes({ table, column, isKeyedHashAtZero }: EncryptedKind): Promise<number> {
  if (!isKeyedHashAtZero) return 0;
  const where = `NOT (${versioned(column)}) AND used_at IS NULL`;
  const [row] = await sql<{ count: bigint }>(undefined, `SELECT count(*) FROM ${table} WHERE ${where}`, []);
  return Number(row?.count ?? 0);
}
