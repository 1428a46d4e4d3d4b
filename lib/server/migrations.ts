import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { baseline, earlierChecksums } from "@/lib/platform/baseline";
import { log } from "@/lib/platform/log";
import { takeOver } from "./take-over";

/** The advisory lock of Prisma Migrate itself, so the two never run at once. */
const lockKey = 72707369;

const ledger = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Migration = { name: string; script: string; checksum: string };

const ourDirectory = () => join(process.cwd(), "prisma/migrations");

/**
 * Applies every migration in `directory` that the database lacks, each in its own transaction, and returns their names.
 * Keeps Prisma's own records. Those of a later release are accepted: migrations only add. A database of commit 0d340e8e
 * is taken over. Throws, changing nothing, if one was edited after it was applied or failed earlier.
 */
export async function migrate(client: pg.Client, directory = ourDirectory()): Promise<string[]> {
  const pending = await migrationTransaction(client, async () => {
    await client.query(ledger);
    const known = readMigrations(directory);
    await takeOver(client, known.find(({ name }) => name === baseline)?.checksum ?? "");
    return findPending(client, known);
  });
  const applied: string[] = [];
  for (const migration of pending)
    if (await migrationTransaction(client, () => applyOnce(client, migration))) applied.push(migration.name);
  return applied;
}

export const pendingMigrations = async (client: pg.Client, directory = ourDirectory()): Promise<string[]> =>
  (await findPending(client, readMigrations(directory))).map(({ name }) => name);

/** One at a time over all processes. The transaction has the lock, since a pooler can change the session after it. */
export async function migrationTransaction<Result>(client: pg.Client, work: () => Promise<Result>): Promise<Result> {
  await client.query("BEGIN");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [lockKey]);
    const result = await work();
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => existsSync(join(directory, name, "migration.sql")));
  return names.sort().map((name) => {
    const script = readFileSync(join(directory, name, "migration.sql"), "utf8");
    return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
  });
}

async function findPending(client: pg.Client, known: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at AS "finishedAt" FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  for (const row of rows) {
    const migration = known.find(({ name }) => name === row.name);
    if (!row.finishedAt)
      throw new Error(`Migration ${row.name} failed earlier: repair it with "prisma migrate resolve".`);
    if (earlierChecksums.has(row.name)) continue;
    if (!migration) log.warn({ migration: row.name }, "the database was migrated by a later release");
    else if (migration.checksum !== row.checksum)
      throw new Error(`Migration ${row.name} was edited after it was applied.`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  return known.filter(({ name }) => !applied.has(name));
}

/** False when another process applied it since it was found pending. */
async function applyOnce(client: pg.Client, { name, script, checksum }: Migration): Promise<boolean> {
  const applied = `SELECT FROM "_prisma_migrations" WHERE migration_name = $1 AND rolled_back_at IS NULL`;
  if ((await client.query(applied, [name])).rowCount) return false;
  await client.query(script);
  await client.query(
    `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, clock_timestamp(), 1)`,
    [randomUUID(), checksum, name],
  );
  return true;
}
