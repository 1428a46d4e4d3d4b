import "server-only";
import { clock } from "@/lib/clock";
import { isSame } from "@/lib/crypto";
import { read } from "@/lib/db";
import { Refusal } from "@/lib/errors";
import type { Scope } from "./scopes";
import { fingerprints, isWellFormedSecret } from "./secret";

/** What a live key is and may do. */
export type LiveKey = {
  keyId: string;
  businessId: string;
  scopes: Scope[];
  /** Addresses and CIDR blocks it may be used from; none: any. */
  allowedAddresses: string[];
  /** Its own limits; null: the business's. */
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  /** The most it may spend in a month. */
  monthlyCapMilli: bigint | null;
  /** How long the business keeps what it makes, in days. */
  retentionDays: number;
  pinnedRegion: string | null;
};

type KeyRow = LiveKey & { fingerprint: string; expiresAt: Date | null; revokedAt: Date | null };

// A secret that was rotated out has a row of its own, which says until when it opens the key that replaced it. All
// else is said by that key.
const findKey = `
  SELECT k.id AS "keyId", k.business_id AS "businessId", k.scopes, k.allowed_addresses AS "allowedAddresses",
    k.requests_per_minute AS "requestsPerMinute", k.concurrent_calls AS "concurrentCalls",
    k.monthly_cap_milli AS "monthlyCapMilli", s.fingerprint, least(s.expires_at, k.expires_at) AS "expiresAt",
    coalesce(s.revoked_at, k.revoked_at) AS "revokedAt",
    b.retention_days AS "retentionDays", b.pinned_region AS "pinnedRegion"
  FROM api_keys s JOIN api_keys k ON k.id = coalesce(s.replaced_by_id, s.id) JOIN businesses b ON b.id = k.business_id
  WHERE s.fingerprint = ANY($1)`;

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
