import "server-only";
import { hkdfSync } from "node:crypto";
import { db } from "@/lib/platform/db";
import { newestKeyVersion, rootKey } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";

/**
 * Compares the encryption keys with those this database has seen, so that a machine with another key cannot write what
 * the others cannot read. Records the version that encrypts. Throws an Error that names the version that differs.
 */
export async function requireKnownEncryptionKeys(): Promise<void> {
  const newest = newestKeyVersion();
  if (newest === 0)
    log.warn("VANG_ENCRYPTION_KEYS is not set: secrets in the database are encrypted under NEXTAUTH_SECRET");
  const data = { version: newest, fingerprint: fingerprintOf(newest) };
  await db.encryptionKey.createMany({ data, skipDuplicates: true });
  const known = await db.encryptionKey.findMany({ select: { version: true, fingerprint: true } });
  for (const { version, fingerprint } of known) {
    if (version !== 0 && !env.VANG_ENCRYPTION_KEYS.has(version)) continue;
    if (fingerprintOf(version) !== fingerprint) refuse(version);
  }
}

const fingerprintOf = (version: number): string =>
  Buffer.from(hkdfSync("sha256", rootKey(version), "", "vang key fingerprint", 16)).toString("base64url");

function refuse(version: number): void {
  const listed = env.VANG_ENCRYPTION_KEYS.has(version);
  if (listed)
    throw new Error(
      `VANG_ENCRYPTION_KEYS: version ${version} is not the key that this database was encrypted under. Copy the setting ` +
        "from the machine that ran first; a new key needs a new version number.",
    );
  log.error(
    "NEXTAUTH_SECRET has changed since values were encrypted under it: add 0:<the former secret> to VANG_ENCRYPTION_KEYS",
  );
}
