import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { lock } from "./lock.mjs";

const secret = () => randomBytes(32).toString("base64url");

/**
 * Reads the secrets in `file`, and adds those that are missing. An installation with NEXTAUTH_SECRET in `settings`
 * stores its secrets elsewhere and may have several machines: no encryption key is created for it, because the other
 * machines would not have it.
 * @param {string} file
 * @param {{ NEXTAUTH_SECRET?: string }} settings
 */
export async function ensureSecrets(file, settings = process.env) {
  const kept = read(file);
  if (complete(kept, settings) === kept) return kept;
  const unlock = await lock(`${file}.lock`);
  try {
    const before = read(file);
    const secrets = complete(before, settings);
    if (secrets !== before) write(file, secrets);
    return secrets;
  } catch (error) {
    // A mounted file may be read-only. Without encryption keys an installation works as before.
    if (!kept.NEXTAUTH_SECRET) throw error;
    return kept;
  } finally {
    unlock();
  }
}

/** Returns the same object when nothing is missing. */
function complete(kept, { NEXTAUTH_SECRET: given }) {
  const isNew = !kept.NEXTAUTH_SECRET;
  const isElsewhere = given !== undefined && given !== kept.NEXTAUTH_SECRET;
  if (!isNew && (kept.VANG_ENCRYPTION_KEYS || isElsewhere)) return kept;
  const added = isNew ? { NEXTAUTH_SECRET: secret(), VANG_PEPPERS: `1:${secret()}`, VANG_LINK_SECRET: secret() } : {};
  // Keeps data readable that was encrypted before keys had versions, when NEXTAUTH_SECRET changes.
  const former = isNew ? "" : `0:${kept.NEXTAUTH_SECRET},`;
  const keys = isElsewhere ? {} : { VANG_ENCRYPTION_KEYS: `${former}1:${secret()}` };
  return { ...kept, ...added, ...keys };
}

const bankNames = [
  "SEPAY_API_KEYS",
  "SEPAY_WEBHOOK_SECRETS",
  "CASSO_CHECKSUM_KEYS",
  "PAYOS_CHECKSUM_KEYS",
  "SEPAY_API_TOKEN",
];

/**
 * The secrets that the simulated bank of a development machine shares with Vang, created at the first start.
 * @param {string} file
 */
export async function ensureBankSecrets(file) {
  if (existsSync(file)) return read(file);
  const unlock = await lock(`${file}.lock`);
  try {
    if (!existsSync(file)) write(file, Object.fromEntries(bankNames.map((name) => [name, secret()])));
    return read(file);
  } finally {
    unlock();
  }
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});

function write(file, secrets) {
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
