import "server-only";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { log } from "@/lib/log";

/** The advisory lock Prisma Migrate itself takes, so the two never run at once. */
const lockKey = 72707369;

const ledger = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL, "checksum" VARCHAR(64) NOT NULL, "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL, "logs" TEXT, "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(), "applied_steps_count" INTEGER NOT NULL DEFAULT 0)`;

type Migration = { name: string; script: string; checksum: string };

/**
 * Applies every migration in `directory` that the database lacks, each in its own transaction, and answers their
 * names. Keeps Prisma's own records, so `prisma migrate status` agrees. Migrations of a later release are accepted:
 * migrations only add, so this release works on the newer schema. Throws, changing nothing, when a migration was
 * edited after it was applied or failed earlier.
 */
export async function migrate(
  databaseUrl: string,
  directory = join(process.cwd(), "prisma/migrations"),
): Promise<string[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [lockKey]);
    await client.query(ledger);
    const known = readMigrations(directory);
    const pending = await findPending(client, known);
    for (const migration of pending) await apply(client, migration);
    return pending.map((migration) => migration.name);
  } finally {
    await client.end();
  }
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => existsSync(join(directory, name, "migration.sql")));
  return names.sort().map((name) => {
    const script = readFileSync(join(directory, name, "migration.sql"), "utf8");
    return { name, script, checksum: createHash("sha256").update(script).digest("hex") };
  });
}

async function findPending(client: pg.Client, known: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query(
    `SELECT migration_name AS name, checksum, finished_at AS "finishedAt" FROM "_prisma_migrations" WHERE rolled_back_at IS NULL`,
  );
  for (const row of rows) {
    const migration = known.find(({ name }) => name === row.name);
    if (!row.finishedAt)
      throw new Error(`Migration ${row.name} failed earlier: repair it with "prisma migrate resolve".`);
    if (!migration) log.warn({ migration: row.name }, "the database was migrated by a later release");
    else if (migration.checksum !== row.checksum)
      throw new Error(`Migration ${row.name} was edited after it was applied.`);
  }
  const applied = new Set(rows.map(({ name }) => name));
  return known.filter(({ name }) => !applied.has(name));
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.script);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
