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
  retentionDays: number;
  pinnedRegion: string | null;
  fingerprint: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
};

export type LiveKey = Pick<KeyRow, "keyId" | "businessId" | "scopes" | "retentionDays" | "pinnedRegion">;

const findKey = `
  SELECT k.id AS "keyId", k.business_id AS "businessId", k.scopes, k.fingerprint, k.expires_at AS "expiresAt",
    k.revoked_at AS "revokedAt", b.retention_days AS "retentionDays", b.pinned_region AS "pinnedRegion"
  FROM api_keys k JOIN businesses b ON b.id = k.business_id WHERE k.fingerprint = ANY($1)`;

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
