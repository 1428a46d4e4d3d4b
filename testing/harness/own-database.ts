import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { closeDatabase } from "@/lib/db";
import { template } from "./global-setup";

const adminUrl = inject("adminUrl");
const name = `vang_test_${process.pid}_${Date.now()}`;

async function asAdmin(statement: string) {
  const admin = new pg.Client(adminUrl);
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

await asAdmin(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY = FILE_COPY`);
process.env.DATABASE_URL = inject("appUrl").replace(/\/postgres$/, `/${name}`);
process.env.VANG_DATA = mkdtempSync(join(tmpdir(), "vang-test-"));

afterAll(async () => {
  await closeDatabase();
  await asAdmin(`DROP DATABASE "${name}" WITH (FORCE)`);
  rmSync(process.env.VANG_DATA ?? "", { recursive: true, force: true });
});
