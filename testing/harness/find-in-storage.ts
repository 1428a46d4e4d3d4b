import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";

/** One form of each letter and digit, without what cannot be seen. */
export const plainForm = (text: string): string => text.normalize("NFKC").replace(/\p{Cf}/gu, "");

/** How many rows of each table of this test's database, and how many files under VANG_DATA (`files`), have the pattern. */
export async function findInStorage(pattern: RegExp): Promise<Record<string, number>> {
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()`;
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const rows = await db.$queryRawUnsafe<{ row: string }[]>(`SELECT t::text AS row FROM "${name}" t`);
    counts[name] = rows.filter(({ row }) => pattern.test(plainForm(row))).length;
  }
  const files = readdirSync(env.VANG_DATA, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  counts.files = files.filter((file) =>
    pattern.test(plainForm(readFileSync(join(file.parentPath, file.name), "utf8"))),
  ).length;
  return counts;
}
