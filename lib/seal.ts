import "server-only";
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const nonceBytes = 12;
const tagBytes = 16;

/** One key for each purpose, so that what is sealed for one never opens as another. */
const keyFor = (purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", env.NEXTAUTH_SECRET, "", `vang seal ${purpose}`, 32));

/** What a sealed text is for and whose it is: both must be said again to open it. */
export type Seal = { purpose: string; owner: string };

/** Encrypts a text for our own eyes (AES-256-GCM), base64url: nonce, tag, ciphertext. */
export function seal(text: string, { purpose, owner }: Seal): string {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(purpose), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Throws when it was sealed for something or someone else, under another secret, or was changed. */
export function unseal(sealed: string, { purpose, owner }: Seal): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(purpose), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  return decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, "utf8") + decipher.final("utf8");
}
