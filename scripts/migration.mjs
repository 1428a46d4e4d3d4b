import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { readArguments, rejectArguments } from "./arguments.mjs";
import { fail } from "./fail.mjs";
import { ensureInstalled, root } from "./install.mjs";

const usage = "npm run migration -- add_invitations";
const [name] = readArguments(usage, { most: 1 }).positionals;
if (!/^[a-z][a-z0-9_]*$/.test(name ?? "")) rejectArguments(usage, "The migration has no name in snake case.");

process.chdir(root);
await ensureInstalled({ dev: true });
const { ensureBuilt } = await import("./build.mjs");
const { ensureDatabase } = await import("./database.mjs");
await ensureBuilt({ dev: true });
const { prepareDatabase } = await import(`${root}.build/prepare-database.mjs`);

// A database with only the existing migrations.
const database = await ensureDatabase({
  directory: `${root}.data/postgres`,
  database: `vang_migration_${process.pid}`,
});
await prepareDatabase(database);
process.env.DATABASE_URL = database.ownerUrl;
const diff = ["migrate", "diff", "--config", "prisma/prisma.config.ts", "--from-config-datasource"];
const prisma = [`${root}node_modules/prisma/build/index.js`, ...diff, "--to-schema", "prisma", "--script"];
const { status, stdout, stderr } = spawnSync(process.execPath, prisma, { encoding: "utf8" });
await database.drop();
await database.release();
if (status !== 0) fail(`${stderr}\nThe migration was not written; Prisma's output is above.`);
if (stdout.includes("This is an empty migration"))
  fail("The models say nothing that the migrations do not: no migration is needed.");

const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
const directory = `prisma/migrations/${stamp}_${name}`;
mkdirSync(directory);
writeFileSync(`${directory}/migration.sql`, stdout);
process.stdout.write(`${directory}/migration.sql: read it, add what the schema language cannot say, then start.\n`);
