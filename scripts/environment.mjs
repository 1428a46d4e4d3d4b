import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import { root } from "./install.mjs";
import { lock } from "./lock.mjs";

/**
 * Fills in every setting that was not given: secrets are made once and kept beside the data, the database is the
 * embedded one. What is set already is never changed.
 */
export async function prepareEnvironment({ dev = false } = {}) {
  process.env.NODE_ENV = dev ? "development" : "production";
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  process.env.PORT ??= "3000";
  process.env.VANG_DATA ??= join(root, ".data");
  requireWritable(process.env.VANG_DATA);
  const secrets = await readOrCreateSecrets(join(process.env.VANG_DATA, "secrets.json"));
  for (const [name, value] of Object.entries(secrets)) {
    process.env[name] ??= value;
  }
  process.env.NEXTAUTH_URL = process.env.VANG_URL ?? `http://localhost:${process.env.PORT}`;
  if (process.env.DATABASE_URL) return { embedded: false, release: async () => {} };
  const { ensureDatabase } = await import("./database.mjs");
  const database = await ensureDatabase({ directory: join(process.env.VANG_DATA, "postgres") });
  process.env.DATABASE_URL = database.url;
  return { embedded: true, release: database.release };
}

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

async function readOrCreateSecrets(file) {
  const secret = () => randomBytes(32).toString("base64url");
  if (!existsSync(file)) {
    const unlock = await lock(`${file}.lock`);
    if (!existsSync(file)) {
      const secrets = { NEXTAUTH_SECRET: secret(), VANG_PEPPERS: `1:${secret()}`, VANG_LINK_SECRET: secret() };
      writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    }
    unlock();
  }
  return JSON.parse(readFileSync(file, "utf8"));
}
