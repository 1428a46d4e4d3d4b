import "server-only";
import { createHash } from "node:crypto";
import { hmac, isSame } from "@/lib/platform/crypto";
import { decrypt, encrypt, newestKeyVersion, rootKey, splitVersion } from "@/lib/platform/encryption";
import { log } from "@/lib/platform/log";

export const recoveryCodeContext = (userId: string) => ({ purpose: "recovery code", owner: userId });

/** 80 random bits need no slow hash. Encrypted, since an HMAC could not move to another key; version 0 is an HMAC. */
export const fingerprintCode = (userId: string, code: string): string =>
  newestKeyVersion() === 0 ? keyedHash(userId, code) : encrypt(hashCode(code), recoveryCodeContext(userId));

/** Whether a stored fingerprint is that of the code. */
export function isCodeOf(fingerprint: string, userId: string, code: string): boolean {
  try {
    return splitVersion(fingerprint).version === 0
      ? isSame(fingerprint, keyedHash(userId, code))
      : isSame(decrypt(fingerprint, recoveryCodeContext(userId)), hashCode(code));
  } catch (error) {
    // The person's other codes may still be readable.
    log.error({ userId, reason: (error as Error).message }, "a recovery code cannot be decrypted");
    return false;
  }
}

const hashCode = (code: string): string => createHash("sha256").update(code).digest("base64url");

const keyedHash = (userId: string, code: string): string => hmac(rootKey(0), `recovery_code:${userId}:${code}`);
