import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { prepareDatabase } from "@/lib/server/prepare-database";
import { ensureDatabase } from "@/scripts/database.mjs";

const template = "vang_test_template";

/** Rows of a test run need not survive a power cut. */
const settings = [
  ...["fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"],
  // A cluster of five processes beside the tests needs more than one installation does.
  "max_connections=250",
  // Each CREATE and DROP DATABASE scans all of it.
  "shared_buffers=256MB",
];

/** A directory in memory, where there is one. */
function findFastDirectory(): string {
  try {
    accessSync("/dev/shm", constants.W_OK);
    return "/dev/shm";
  } catch {
    return tmpdir();
  }
}

async function startCluster() {
  const directory = mkdtempSync(join(findFastDirectory(), "vang-test-cluster-"));
  const cluster = await ensureDatabase({ directory, database: "postgres", settings });
  const { url, ownerUrl } = await ensureDatabase({ directory, database: template });
  await prepareDatabase({ url, ownerUrl });
  const stop = async () => {
    await cluster.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { adminUrl: cluster.ownerUrl, appUrl: cluster.url, stop };
}

const shared = globalThis as typeof globalThis & { vangTestCluster?: ReturnType<typeof startCluster> };

/** One embedded cluster for all projects of the run, with a migrated template that each test file clones. */
export default async function setup(project: TestProject) {
  const isFirst = !shared.vangTestCluster;
  shared.vangTestCluster ??= startCluster();
  const { adminUrl, appUrl, stop } = await shared.vangTestCluster;
  project.provide("adminUrl", adminUrl);
  project.provide("appUrl", appUrl);
  project.provide("template", template);
  project.provide("sharesDatabase", project.name === "console");
  return async () => {
    if (isFirst) await stop();
  };
}

declare module "vitest" {
  interface ProvidedContext {
    /** For the owner of all tables, a superuser, and for the program's role; both to the database `postgres`. */
    adminUrl: string;
    appUrl: string;
    /** The database that each test file clones. */
    template: string;
    sharesDatabase: boolean;
  }
}
