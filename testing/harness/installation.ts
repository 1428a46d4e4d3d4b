import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll } from "vitest";
import { ensureDatabase } from "@/scripts/database.mjs";

/** The migration that an installation of these tests has. */
export const migration = readdirSync("prisma/migrations").sort()[0] ?? "";

/** A directory that the database's user can read, removed after the tests of the file. */
export function makeScratch(): string {
  const scratch = mkdtempSync(join(tmpdir(), "vang-backup-"));
  chmodSync(scratch, 0o755);
  afterAll(() => rmSync(scratch, { recursive: true, force: true }));
  return scratch;
}

export function writeInto(directory: string, path: string, text: string): void {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
}

/** Works on the embedded database of an installation, which runs meanwhile. */
export async function inCluster<Result>(
  directory: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const database = await ensureDatabase({ directory: join(directory, "postgres") });
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.release();
  }
}

/** Makes what a backup reads and a restore writes. */
export async function recordMigration(client: pg.Client): Promise<void> {
  await client.query("CREATE TABLE sessions (revoked_at timestamptz)");
  await client.query(`CREATE TABLE "_prisma_migrations" (migration_name text, rolled_back_at text, finished_at text)`);
  await client.query(`INSERT INTO "_prisma_migrations" VALUES ($1, NULL, 'now')`, [migration]);
}
