import "server-only";
import { createHash } from "node:crypto";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, seconds } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Address } from "@/lib/platform/net/networks";
import type { Metadata } from "@/lib/speech/metadata";

/** What opens one live transcription, for a browser. */
export type LiveToken = { token: string; expiresAt: Date };

/** What a token says of the transcription that it opens. */
export type Granted = { longestSeconds: number; metadata: Metadata | null; keepsNothing: boolean };

/** Only the digest is stored: a token has as many random bits. */
const digestOf = (token: string) => createHash("sha256").update(token).digest("base64url");

const insert = `INSERT INTO live_tokens
    (digest, business_id, key_fingerprint, address, region, longest_seconds, metadata, expires_at, keeps_nothing)
  SELECT $1, business_id, fingerprint, $2, $3, $4, $5::jsonb, $6::timestamptz, $8 FROM api_keys WHERE id = $7`;

/** A token that stands for the secret by which it was asked for: it ends with that, and is used from any address. */
export async function makeLiveToken(
  { secretId, address }: Pick<Caller, "keyId"> & { secretId: string; address: Address | null },
  { ttlSeconds, longestSeconds, metadata, keepsNothing }: Granted & { ttlSeconds: number },
): Promise<LiveToken> {
  const token = newToken();
  const expiresAt = new Date(clock.now().getTime() + seconds(ttlSeconds));
  await sql("make-live-token", insert, [
    digestOf(token),
    address?.toString() ?? null,
    env.VANG_REGION,
    longestSeconds,
    metadata && JSON.stringify(metadata),
    expiresAt,
    secretId,
    keepsNothing,
  ]);
  return { token, expiresAt };
}

type Taken = Granted & { keyFingerprint: string; address: string | null; region: string; expiresAt: Date };

const take = `DELETE FROM live_tokens WHERE digest = $1
  RETURNING key_fingerprint AS "keyFingerprint", address, region, longest_seconds AS "longestSeconds",
    metadata, keeps_nothing AS "keepsNothing", expires_at AS "expiresAt"`;

/** Uses up a token; null for one that was used, has expired or never was one. */
export async function takeLiveToken(token: string): Promise<Omit<Taken, "expiresAt"> | null> {
  const [taken] = await sql<Taken>("take-live-token", take, [digestOf(token)]);
  return taken && taken.expiresAt > clock.now() ? taken : null;
}

const sweep = `DELETE FROM live_tokens WHERE digest IN
  (SELECT digest FROM live_tokens WHERE expires_at <= $1::timestamptz LIMIT 1000)`;

/** Removes up to 1,000 tokens that were never used. */
export async function sweepLiveTokens(): Promise<void> {
  await sql("sweep-live-tokens", sweep, [clock.now()]);
}
