import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const nonceBytes = 12;
const tagBytes = 16;

/** What a text is for and whose it is. Decryption names both again, so a value copied into another row is worthless. */
export type EncryptionContext = { purpose: string; owner: string };

/** A value is encrypted under a version of the key that VANG_ENCRYPTION_KEYS does not list. */
export class MissingKeyVersion extends Error {
  constructor(readonly version: number) {
    super(`version ${version} of the encryption key is not in VANG_ENCRYPTION_KEYS`);
  }
}

/** The version that encrypts: the highest that is set, or 0, which is NEXTAUTH_SECRET. */
export const newestKeyVersion = (): number => Math.max(0, ...env.VANG_ENCRYPTION_KEYS.keys());

/** The secret of a version. Throws MissingKeyVersion. */
export function rootKey(version: number): Buffer {
  const key = env.VANG_ENCRYPTION_KEYS.get(version);
  if (key) return key;
  if (version === 0) return Buffer.from(env.NEXTAUTH_SECRET);
  throw new MissingKeyVersion(version);
}

const keys = new Map<string, Buffer>();

/** One key for each purpose, derived once. No salt, and "seal" in the info, as the first values were written. */
function keyFor(version: number, purpose: string): Buffer {
  const root = rootKey(version);
  const name = `${root.toString("base64")} ${purpose}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", root, "", `vang seal ${purpose}`, 32));
  keys.set(name, key);
  return key;
}

/** Splits `v<version>.<base64url>`; a value without a dot is version 0. Throws for anything else. */
export function splitVersion(encrypted: string): { version: number; data: string } {
  if (!encrypted.includes(".")) return { version: 0, data: encrypted };
  const [, version, data = ""] = /^v([1-9]\d*)\.([\w-]+)$/.exec(encrypted) ?? [];
  if (!version) throw new Error("an encrypted value has an unknown form");
  return { version: Number(version), data };
}

/** Encrypts a text with AES-256-GCM under the newest version: `v<version>.` and base64url of nonce, tag, ciphertext. */
export function encrypt(
  text: string,
  { purpose, owner }: EncryptionContext,
  { version = newestKeyVersion() } = {},
): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(version, purpose), nonce).setAAD(Buffer.from(owner));
  const ciphertext = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  const data = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString("base64url");
  return version === 0 ? data : `v${version}.${data}`;
}

/** Throws MissingKeyVersion, and an Error when it was encrypted in another context, under another key, or was changed. */
export function decrypt(encrypted: string, { purpose, owner }: EncryptionContext): string {
  const { version, data } = splitVersion(encrypted);
  const bytes = Buffer.from(data, "base64url");
  const nonce = bytes.subarray(0, nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(version, purpose), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
}
