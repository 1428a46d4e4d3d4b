// @module-tag slow
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { connectionsPerProcess } from "@/lib/platform/db";
import { ensureDatabase } from "./database.mjs";

test("of two programs that end at once, the one that finds the database already stopped ends too", async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-two-ends-"));
  const [first, second] = [await ensureDatabase({ directory }), await ensureDatabase({ directory })];
  await first.stop();
  await expect(second.release()).resolves.toBeUndefined();
  rmSync(directory, { recursive: true, force: true });
});

test("the embedded database has connections for three processes and, in a rolling restart, for their three replacements", async () => {
  const admin = new pg.Client(inject("adminUrl"));
  await admin.connect();
  const show = async (name: string) => Number((await admin.query(`SHOW ${name}`)).rows[0][name]);
  const free = (await show("max_connections")) - (await show("superuser_reserved_connections"));
  await admin.end();
  expect(2 * 3 * connectionsPerProcess).toBeLessThanOrEqual(free);
});
