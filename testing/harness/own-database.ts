import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { shortenFloor } from "./response-floor";

shortenFloor();

const adminUrl = inject("adminUrl");
const template = inject("template");

async function asAdmin(statement: string) {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

async function openDatabase() {
  const name = `vang_test_${process.pid}_${Date.now()}`;
  await asAdmin(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY = FILE_COPY`);
  process.env.DATABASE_URL = inject("appUrl").replace(/\/postgres$/, `/${name}`);
  process.env.VANG_DATA = mkdtempSync(join(inject("scratch"), "data-"));
  return name;
}

const shared = globalThis as typeof globalThis & { vangTestDatabase?: string };

/** Where the files of a worker share their modules, they share the database too. */
const isShared = inject("sharesDatabase");
const name = shared.vangTestDatabase ?? (await openDatabase());
if (isShared) shared.vangTestDatabase = name;

afterAll(async () => {
  if (isShared) return;
  // Imported here, because most of its time is Prisma's, which not every file needs.
  const { closeDatabase } = await import("@/lib/db");
  await closeDatabase();
  await asAdmin(`DROP DATABASE "${name}" WITH (FORCE)`);
  rmSync(process.env.VANG_DATA ?? "", { recursive: true, force: true });
});
