import "server-only";
import type { KeyMode } from "@/lib/access/principals/mode";
import type { Scope } from "@/lib/access/principals/scopes";
import { spendableBy } from "@/lib/money/wallet/spendable";
import { clock } from "@/lib/platform/clock";
import { hot, sql } from "@/lib/platform/db";
import type { Address } from "@/lib/platform/net/networks";
import { isDatabaseFar } from "@/lib/platform/regions";
import { testBounds } from "./limits";

/** An active key and its permissions. */
export type LiveKey = {
  keyId: string;
  /** The row of the secret that was sent: not the key's own row while an old secret still works. */
  secretId: string;
  /** The last characters of that secret. */
  keyHint: string;
  businessId: string;
  mode: KeyMode;
  scopes: Scope[];
  /** Whether the key allows the client's address. */
  isListed: boolean;
  /** Its own limits; null: the business's. */
  requestsPerMinute: number | null;
  concurrentCalls: number | null;
  /** The limits of all the business's keys of this mode together. */
  businessRequestsPerMinute: number;
  businessConcurrentCalls: number;
  /** Its monthly spending cap. */
  monthlyCapMilli: bigint | null;
  /** How long the business keeps results, in days. */
  retentionDays: number;
  /** Nothing of the content of its jobs is kept. */
  keepsNothing: boolean;
  pinnedRegion: string | null;
  /** An operator suspended the business: its keys are rejected. */
  isSuspended: boolean;
  /** Whether the business has its own pronunciations or normalization settings. */
  hasOwnReading: boolean;
  /** Whether the business has settings of transcripts, or the key has key terms. */
  hasOwnTranscripts: boolean;
  /** What it can spend, where the database is in another region; otherwise null. */
  spendableMilli: bigint | null;
  /** Of a test key: a person who owns its business. */
  ownerId: string | null;
  /** Made for one page of the playground, without a recent proof of identity. */
  isPlayground: boolean;
};

/** A key that worked once. Its business can see why it no longer does; the client that sent it cannot. */
export type DeadKey = {
  keyId: string;
  /** The last characters of the secret that was sent. */
  keyHint: string;
  businessId: string;
  mode: KeyMode;
  isPlayground: boolean;
  reason: "revoked" | "expired" | "archived";
  since: Date;
};

export type KeyRow = LiveKey & {
  fingerprint: string;
  expiresAt: Date | null;
  revokedAt: Date | null;
  archivedAt: Date | null;
};

const boundOf = (column: string, most: number) =>
  `CASE k.mode WHEN 'test' THEN least(${column}, ${most}) ELSE ${column} END`;

// A rotated secret has a row of its own, which says until when it works; the rest is read from the key that replaced
// it. A playground key ends with its session, also once that row is deleted. `secrets` and `address` are parameters,
// and no array, because PostgreSQL would plan the statement each time.
const keyWhere = (condition: string, address: string) => `
  SELECT k.id AS "keyId", s.id AS "secretId", s.hint AS "keyHint", k.business_id AS "businessId", k.mode, k.scopes, k.kind = 'playground' AS "isPlayground",
    (cardinality(k.allowed_addresses) = 0
      OR EXISTS (SELECT FROM unnest(k.allowed_addresses) AS allowed WHERE ${address}::inet <<= allowed::inet)) AS "isListed",
    k.requests_per_minute AS "requestsPerMinute", k.concurrent_calls AS "concurrentCalls",
    ${boundOf("b.requests_per_minute", testBounds.requestsPerMinute)} AS "businessRequestsPerMinute",
    ${boundOf("b.concurrent_calls", testBounds.concurrentCalls)} AS "businessConcurrentCalls",
    k.monthly_cap_milli AS "monthlyCapMilli", s.fingerprint,
    least(s.expires_at, k.expires_at, signed_in.expires_at) AS "expiresAt",
    coalesce(s.revoked_at, k.revoked_at, signed_in.revoked_at,
      CASE WHEN s.session_id IS NOT NULL AND signed_in.id IS NULL THEN s.created_at END) AS "revokedAt",
    b.archived_at AS "archivedAt",
    b.retention_days AS "retentionDays", k.keeps_nothing AS "keepsNothing", b.pinned_region AS "pinnedRegion",
    b.suspended_at IS NOT NULL AS "isSuspended",
    (EXISTS (SELECT FROM pronunciations p WHERE p.business_id = b.id)
      OR EXISTS (SELECT FROM reading_settings r WHERE r.business_id = b.id)) AS "hasOwnReading",
    (cardinality(k.keyterms) > 0
      OR EXISTS (SELECT FROM transcript_settings t WHERE t.business_id = b.id)) AS "hasOwnTranscripts",
    CASE k.mode WHEN 'test' THEN (SELECT min(m.user_id) FROM memberships m
      WHERE m.business_id = b.id AND m.role = 'owner') END AS "ownerId",
    ${isDatabaseFar() ? spendableBy("k") : "NULL::bigint"} AS "spendableMilli"
  FROM api_keys s JOIN api_keys k ON k.id = coalesce(s.replaced_by_id, s.id) JOIN businesses b ON b.id = k.business_id
    LEFT JOIN sessions signed_in ON signed_in.id = s.session_id
  WHERE ${condition}`;

export const findKey = (secrets: string[], address: string) =>
  keyWhere(`s.fingerprint IN (${secrets.join(", ")})`, address);

/** The active key of a secret, or else the inactive key it once belonged to. */
export type Identified<Live = LiveKey> = { live: Live } | { live: null; dead: DeadKey | null };

/** Reads the row every time and caches nothing: a revoked key stops working for the next request to every process. */
export async function identify(candidates: string[], address: Address | null = null): Promise<Identified> {
  const text = findKey(
    candidates.map((_, index) => `$${index + 2}`),
    "$1",
  );
  const [key] = await sql<KeyRow>("find-key", text, [address?.toString(), ...candidates], hot);
  return identified(key, clock.now());
}

/** The same for the row that `findKey` found. */
export function identified<Row extends KeyRow>(key: Row | undefined, now: Date): Identified<Row> {
  if (!key) return { live: null, dead: null };
  const death = findDeath(key, now);
  if (!death) return { live: key };
  const { keyId, keyHint, businessId, mode, isPlayground } = key;
  return { live: null, dead: { keyId, keyHint, businessId, mode, isPlayground, ...death } };
}

/** The same as `findDeath`, in SQL, for a row of `findKey` named `key`. */
export const isLive = (now: string) => `key."revokedAt" IS NULL AND key."archivedAt" IS NULL
  AND (key."expiresAt" IS NULL OR key."expiresAt" > ${now})`;

function findDeath({ revokedAt, expiresAt, archivedAt }: KeyRow, now: Date): Pick<DeadKey, "reason" | "since"> | null {
  if (revokedAt) return { reason: "revoked", since: revokedAt };
  if (expiresAt && expiresAt <= now) return { reason: "expired", since: expiresAt };
  return archivedAt && { reason: "archived", since: archivedAt };
}

const working = () => `SELECT key."secretId" FROM (${keyWhere("s.id = ANY ($1::text[])", "NULL")}) key
  WHERE ${isLive("$2::timestamptz")} AND NOT key."isSuspended"`;

/** Of these secrets those that still work: for what goes on after their request was admitted. */
export async function findWorkingSecrets(secretIds: readonly string[]): Promise<Set<string>> {
  const rows = await sql<{ secretId: string }>("find-working-secrets", working(), [secretIds, clock.now()]);
  return new Set(rows.map(({ secretId }) => secretId));
}
