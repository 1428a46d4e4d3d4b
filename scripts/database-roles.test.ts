// @module-tag promise
// @module-tag slow
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { migrate } from "@/lib/server/migrations";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { buildChild } from "@/scripts/bundle.mjs";
import { isDeep } from "@/testing/harness/deep";
import { newDataDirectory } from "@/testing/harness/own-server";
import { ensureDatabase } from "./database.mjs";

const program = ".build/convert-child.mjs";
const directory = newDataDirectory();
const appPassword = join(directory, "app-password");

/** Of the running cluster; each start uses another port. */
const postmaster = () => readFileSync(join(directory, "data/postmaster.pid"), "utf8").split("\n");
const ownerUrl = (database: string) =>
  `postgresql://vang:${readFileSync(join(directory, "password"), "utf8")}@127.0.0.1:${postmaster()[3]}/${database}`;

async function ask(url: string, ...statements: string[]): Promise<pg.QueryResult[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const results: pg.QueryResult[] = [];
    for (const statement of statements) results.push(await client.query(statement));
    return results;
  } finally {
    await client.end();
  }
}

const asAdmin = (...statements: string[]) => ask(ownerUrl("postgres"), ...statements);

async function stopCluster(): Promise<void> {
  process.kill(Number(postmaster()[0]), "SIGINT");
  await vi.waitUntil(() => !existsSync(join(directory, "data/postmaster.pid")), { timeout: 10_000 });
}

/** The migrations without the last two. */
function olderMigrations(): string {
  const older = mkdtempSync(join(tmpdir(), "vang-migrations-"));
  cpSync("prisma/migrations", older, { recursive: true });
  const names = readdirSync(older).filter((name) => /^\d/.test(name));
  for (const name of names.sort().slice(-2)) rmSync(join(older, name), { recursive: true });
  return older;
}

beforeAll(async () => {
  await buildChild("convert-child");
  await ensureDatabase({ directory });
  const client = new pg.Client(ownerUrl("vang"));
  await client.connect();
  await migrate(client, olderMigrations());
  await client.end();
  await asAdmin("ALTER DATABASE vang RENAME TO before_roles");
});
afterAll(async () => {
  await stopCluster();
  rmSync(directory, { recursive: true, force: true });
});

/** Restores the cluster as the release before the two roles left it. */
async function restoreOld(): Promise<void> {
  await asAdmin(
    "DROP DATABASE IF EXISTS vang WITH (FORCE)",
    "CREATE DATABASE vang TEMPLATE before_roles",
    "DROP ROLE IF EXISTS vang_app",
  );
  rmSync(appPassword, { force: true });
}

/** Resolves to the output, or to the signal that ended the process. */
const convert = (fatal = 0) =>
  new Promise<string>((done, failed) => {
    const env = { ...process.env, LOG_LEVEL: "silent" };
    execFile(process.execPath, [program, directory, String(fatal)], { env }, (error, stdout, stderr) => {
      if (error && !error.signal) failed(new Error(stderr));
      else done(error?.signal ?? stdout);
    });
  });

async function expectConverted(): Promise<void> {
  const database = await ensureDatabase({ directory });
  expect(await prepareDatabase(database), "every migration was applied").toEqual([]);
  expect(database.url).toContain("//vang_app:");
  await ask(
    database.url,
    "INSERT INTO rate_limits VALUES ('one', 1)",
    "UPDATE rate_limits SET tat_us = 2",
    "DELETE FROM rate_limits",
  );
  for (const table of ["transfers", "audit_events"])
    await expect(ask(database.url, `DELETE FROM ${table}`)).rejects.toThrow(`permission denied for table ${table}`);
  const [roles] = await asAdmin("SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = 'vang_app'");
  expect(roles?.rows).toEqual([{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
}

test("the next start completes a conversion that was killed before any of its statements", async () => {
  await restoreOld();
  const statements = Number(await convert());
  await expectConverted();
  expect(statements).toBeGreaterThan(20);

  const step = isDeep ? 1 : 24;
  for (let fatal = 1; fatal <= statements; fatal += step) {
    await restoreOld();
    expect(await convert(fatal), `before statement ${fatal}`).toBe("SIGKILL");
    await convert();
    await expectConverted();
  }
}, 600_000);

test("several concurrent starts convert one old database", async () => {
  await restoreOld();
  await stopCluster();
  const ends = await Promise.all([convert(), convert(), convert()]);
  for (const sent of ends) expect(Number(sent)).toBeGreaterThan(0);
  await expectConverted();
});

test("the next start replaces a lost or incomplete password of the program's role", async () => {
  await restoreOld();
  await convert();
  for (const damage of [() => rmSync(appPassword), () => writeFileSync(appPassword, "")]) {
    const before = readFileSync(appPassword, "utf8");
    damage();
    await convert();
    expect(readFileSync(appPassword, "utf8")).not.toBe(before);
    await expectConverted();
  }
});

test("passwords are readable by their user alone and checked by SCRAM, and the owner's stays where the previous release reads it", async () => {
  await restoreOld();
  await convert();
  for (const name of ["password", "app-password"]) expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
  // Connects as the previous release does.
  await ask(ownerUrl("vang"), "CREATE TABLE of_the_owner (id text)");
  const [secrets] = await asAdmin("SELECT rolpassword FROM pg_authid WHERE rolcanlogin");
  expect(secrets?.rows.length).toBeGreaterThan(1);
  for (const { rolpassword } of secrets?.rows ?? []) expect(rolpassword).toMatch(/^SCRAM-SHA-256\$/);
  const rules = readFileSync(join(directory, "data/pg_hba.conf"), "utf8")
    .split("\n")
    .filter((line) => /^\w/.test(line));
  expect(rules.length).toBeGreaterThan(0);
  for (const rule of rules) expect(rule).toMatch(/ scram-sha-256$/);
});
