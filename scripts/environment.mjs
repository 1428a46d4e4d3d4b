import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { root } from "./install.mjs";
import { takeOwnerUrl } from "./owner-url.mjs";
import { ensureSecrets } from "./secrets.mjs";

/**
 * Fills in every missing setting: secrets are generated once and stored beside the data, and the database is the
 * embedded one. Existing settings are not changed, except that the database owner's URL is removed from the environment
 * and returned.
 */
export async function prepareEnvironment({ dev = false } = {}) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.env.PORT ??= "3000";
  process.env.VANG_DATA ??= join(root, ".data");
  requireWritable(process.env.VANG_DATA);
  const secrets = await ensureSecrets(join(process.env.VANG_DATA, "secrets.json"));
  for (const [name, value] of Object.entries(secrets)) {
    process.env[name] ??= value;
  }
  process.env.NEXTAUTH_URL = process.env.VANG_URL ?? `http://localhost:${process.env.PORT}`;
  const ownerUrl = takeOwnerUrl();
  if (process.env.DATABASE_URL) return { embedded: false, ownerUrl, release: async () => {} };
  if (ownerUrl) throw new Error("DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither.");
  const { ensureDatabase } = await import("./database.mjs");
  const database = await ensureDatabase({
    directory: join(process.env.VANG_DATA, "postgres"),
    settings: [`max_connections=${connections()}`],
  });
  process.env.DATABASE_URL = database.url;
  return { embedded: true, ownerUrl: database.ownerUrl, release: database.release };
}

/** Those of every process twice, for two installations side by side, and three that PostgreSQL reserves. */
const connections = () => 2 * 16 * (2 + Number(process.env.VANG_API_PROCESSES ?? 1)) + 4;

function requireWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch {
    fail(
      `Vang cannot write to its data directory ${directory}. Make it writable for this user, or set VANG_DATA to a directory that is.`,
    );
  }
}
