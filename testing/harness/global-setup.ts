import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { buildWorker } from "@/scripts/bundle.mjs";
import { ensureDatabase } from "@/scripts/database.mjs";

export const template = "vang_test_template";

/** One embedded cluster for the run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject) {
  process.env.LOG_LEVEL ??= "silent";
  process.env.NEXTAUTH_SECRET = randomBytes(32).toString("base64url");
  process.env.VANG_PEPPERS = `1:${randomBytes(32).toString("base64url")}`;
  process.env.VANG_ENCRYPTION_KEYS = `1:${randomBytes(32).toString("base64url")}`;
  process.env.VANG_LINK_SECRET = randomBytes(32).toString("base64url");
  await buildWorker();

  const directory = mkdtempSync(join(tmpdir(), "vang-test-cluster-"));
  // Without fsync, since the rows of a test run need not survive a power cut.
  const cluster = await ensureDatabase({ directory, database: "postgres", settings: ["fsync=off"] });
  const { url, ownerUrl } = await ensureDatabase({ directory, database: template });
  await prepareDatabase({ url, ownerUrl });
  project.provide("adminUrl", cluster.ownerUrl);
  project.provide("appUrl", cluster.url);
  return async () => {
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  };
}

declare module "vitest" {
  interface ProvidedContext {
    /** For the owner of all tables, a superuser, and for the program's role; both to the database `postgres`. */
    adminUrl: string;
    appUrl: string;
  }
}
