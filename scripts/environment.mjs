import { accessSync, chmodSync, constants, lstatSync, mkdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { fail } from "./fail.mjs";
import { root } from "./install.mjs";
import { takeOwnerUrl } from "./owner-url.mjs";
import { finishRestore } from "./restoring.mjs";
import { ensureBankSecrets, ensureSecrets } from "./secrets.mjs";

/** Others may enter the directory, and neither list nor change it. */
const openToOwner = 0o711;

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
  finishRestore(process.env.VANG_DATA);
  requireWritable(process.env.VANG_DATA);
  const { ino: found } = statSync(process.env.VANG_DATA);
  narrowData(process.env.VANG_DATA);
  const secrets = await ensureSecrets(join(process.env.VANG_DATA, "secrets.json"));
  for (const [name, value] of Object.entries(secrets)) {
    process.env[name] ??= value;
  }
  await addSimulatedBank();
  process.env.NEXTAUTH_URL = process.env.VANG_URL ?? `http://localhost:${process.env.PORT}`;
  const ownerUrl = takeOwnerUrl();
  if (process.env.DATABASE_URL) return { embedded: false, ownerUrl, release: async () => {} };
  if (ownerUrl) throw new Error("DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither.");
  const { ensureDatabase } = await import("./database.mjs");
  const database = await ensureDatabase({
    directory: join(process.env.VANG_DATA, "postgres"),
    settings: [`max_connections=${connections()}`],
  });
  // Its secrets were read before.
  if (statSync(process.env.VANG_DATA).ino !== found)
    throw new Error(`${process.env.VANG_DATA} was restored from an archive meanwhile: start again.`);
  process.env.DATABASE_URL = database.nearUrl;
  return { embedded: true, ownerUrl: database.ownerUrl, release: database.release };
}

/** Where no other machine can reach Vang, the simulated bank (`npm run bank`) works without any setting. */
async function addSimulatedBank() {
  if (!isLocalUrl(process.env.VANG_URL)) return;
  const secrets = await ensureBankSecrets(join(process.env.VANG_DATA, "bank-secrets.json"));
  const isListSet = process.env.SEPAY_API_TOKEN !== undefined || process.env.SEPAY_API_URL !== undefined;
  const values = isListSet
    ? Object.entries(secrets).filter(([name]) => name !== "SEPAY_API_TOKEN")
    : [...Object.entries(secrets), ["SEPAY_API_URL", `http://127.0.0.1:${simulatedBankPort()}/v2`]];
  for (const [name, value] of values) process.env[name] ??= value;
}

const isLocalUrl = (url) =>
  url === undefined || (URL.canParse(url) && ["localhost", "127.0.0.1", "[::1]"].includes(new URL(url).hostname));

/** Another one for each instance on this machine. */
function simulatedBankPort() {
  const port = Number(process.env.PORT);
  return port > 55_535 ? port - 10_000 : port + 10_000;
}

/** Those of every process twice, for two installations side by side, and three that PostgreSQL reserves. */
const connections = () => 2 * 19 * (2 + Number(process.env.VANG_API_PROCESSES ?? 1)) + 4;

/**
 * Earlier releases let other users of the machine list and read these directories. A file below one that only its owner
 * can open needs no change of its own.
 */
function narrowData(data) {
  // Entering stays possible: started as root, the database below belongs to another user. A directory that an operator
  // chose may hold more than ours.
  if (resolve(data) === resolve(root, ".data")) narrow(data, openToOwner);
  for (const name of ["objects", "audit-heads", "uploads", "mail"]) narrow(join(data, name), 0o700);
}

/** Removes the permissions that are not in `allowed`, from a directory of this user. */
function narrow(directory, allowed) {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return;
  const mode = found.mode & 0o7777;
  if (mode & 0o777 & ~allowed) chmodSync(directory, mode & (0o7000 | allowed));
}

function requireWritable(directory) {
  try {
    mkdirSync(directory, { recursive: true, mode: openToOwner });
    accessSync(directory, constants.W_OK | constants.X_OK);
  } catch {
    fail(
      `Vang cannot write to its data directory ${directory}. Make it writable for this user, or set VANG_DATA to a directory that is.`,
    );
  }
}
