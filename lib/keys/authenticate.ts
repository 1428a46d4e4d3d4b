import "server-only";
import { clock } from "@/lib/clock";
import { isSame } from "@/lib/crypto";
import { read } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import type { Scope } from "./scopes";
import { fingerprints, isWellFormedSecret } from "./secret";

type KeyRow = {
  keyId: string;
  businessId: string;
  scopes: Scope[];
  fingerprint: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export type LiveKey = Pick<KeyRow, "keyId" | "businessId" | "scopes">;

const findKey = `
  SELECT id AS "keyId", business_id AS "businessId", scopes, fingerprint, expires_at AS "expiresAt", revoked_at AS "revokedAt"
  FROM api_keys WHERE fingerprint = ANY($1)`;

/**
 * The live key behind a secret. Reads the row every time and remembers nothing, so a revoked key is dead for the
 * next request of every process. Unknown, revoked and expired keys are refused alike, with KEY_INVALID; a malformed
 * one without a query.
 */
export async function authenticate(secret: string): Promise<LiveKey> {
  if (!isWellFormedSecret(secret)) throw new Refusal("KEY_INVALID");
  const candidates = fingerprints(secret);
  const [key] = await read<KeyRow>("find-key", findKey, [candidates]);
  if (!key || !candidates.some((candidate) => isSame(candidate, key.fingerprint))) throw new Refusal("KEY_INVALID");
  if (key.revokedAt || (key.expiresAt && key.expiresAt <= clock.now())) throw new Refusal("KEY_INVALID");
  return key;
}
