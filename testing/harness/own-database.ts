import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject, vi } from "vitest";

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

type Opened = { opened?: { close: () => Promise<void> } };
const shared = globalThis as typeof globalThis & {
  vangTestDatabase?: string;
  "vang stream"?: Opened;
  "vang limits"?: Opened;
};

const environment = { ...process.env };
/** The console's files share their modules and the console's database. */
const isShared = inject("sharesDatabase");
const name = shared.vangTestDatabase ?? (await openDatabase());
if (isShared) shared.vangTestDatabase = name;
const startParts = async () => (await import("./remote-parts")).startRemoteParts(process.env.VANG_DATA ?? "");
const stopParts = process.env.VANG_TEST_PARTS ? await startParts() : undefined;

// Not a static import: the modules are new for each file.
const { shortenFloor } = await import("./response-floor");
const { lowerHashingCost } = await import("./hashing-cost");
shortenFloor();
lowerHashingCost();

async function closeConnections() {
  for (const { opened } of [shared["vang stream"] ?? {}, shared["vang limits"] ?? {}]) await opened?.close();
  // Imported here, because most of its time is Prisma's, which not every file needs.
  const { closeDatabase } = await import("@/lib/platform/db");
  await closeDatabase();
}

/** Threads take seconds to start and have nothing of a file. */
const kept = ["vang speech pool"];

/** The next file of this process finds it as this one did. What this one leaves running keeps its own modules. */
function restoreProcess() {
  for (const key of Object.keys(globalThis))
    if (/^vang/.test(key) && !kept.includes(key)) Reflect.deleteProperty(globalThis, key);
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  for (const mocked of ["next/cache", "next/headers", "next/navigation", "next-intl/server"]) vi.doUnmock(mocked);
  for (const key of Object.keys(process.env)) if (!(key in environment)) delete process.env[key];
  Object.assign(process.env, environment);
  vi.resetModules();
}

afterAll(async () => {
  if (isShared) return;
  vi.useRealTimers();
  vi.restoreAllMocks();
  await closeConnections();
  await stopParts?.();
  await asAdmin(`DROP DATABASE "${name}" WITH (FORCE)`);
  rmSync(process.env.VANG_DATA ?? "", { recursive: true, force: true });
  restoreProcess();
});
