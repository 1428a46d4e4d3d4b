import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import type { Scope } from "@/lib/access/principals/scopes";
import { identify } from "@/lib/keys/find-live-key";
import { clock, seconds } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Address } from "@/lib/platform/net/networks";

/** Open streams of one key, of a business and of the installation, over all processes. */
const mostOfKey = 3;
const mostOfBusiness = 10;
const mostOfAll = 2000;

/** How long a stream whose process died still counts. */
const lifeMs = seconds(30);

const expiry = () => new Date(+clock.now() + lifeMs);

const count = `
  SELECT count(*) FILTER (WHERE key_id = $1)::int AS key, count(*) FILTER (WHERE business_id = $2)::int AS business,
    count(*)::int AS all
  FROM webhook_listeners WHERE expires_at > $3::timestamptz AND closed_at IS NULL`;

const insert = `
  INSERT INTO webhook_listeners (id, business_id, key_id, created_at, expires_at)
  VALUES ($1, $2, $3, $4::timestamptz, $5::timestamptz)`;

/** Counts a stream among those of its key and business. Throws CONCURRENCY_LIMITED_…, and OVERLOADED past 2,000 of all. */
export async function openListener({ businessId, keyId }: Caller): Promise<string> {
  const id = newId("listener");
  await transaction(async (run) => {
    await run("lock-listeners", "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`listeners ${businessId}`]);
    type Open = { key: number; business: number; all: number };
    const [open] = await run<Open>("count-listeners", count, [keyId, businessId, clock.now()]);
    if (open) requireFew(open);
    await run("open-listener", insert, [id, businessId, keyId, clock.now(), expiry()]);
  });
  return id;
}

function requireFew(open: { key: number; business: number; all: number }): void {
  if (open.key >= mostOfKey)
    throw new AppError("CONCURRENCY_LIMITED_KEY", {
      message: "webhooks.streams.tooMany",
      values: { most: mostOfKey },
    });
  if (open.business >= mostOfBusiness)
    throw new AppError("CONCURRENCY_LIMITED_BUSINESS", {
      message: "webhooks.streams.tooManyOfBusiness",
      values: { most: mostOfBusiness },
    });
  if (open.all >= mostOfAll) throw new AppError("OVERLOADED");
}

/** What the request for a stream was authenticated with: its secret's fingerprints, and its address. */
export type StreamClient = { fingerprints: string[]; address: Address | null };

const renew = `
  UPDATE webhook_listeners SET expires_at = $3::timestamptz
  WHERE id = $1 AND key_id = $2 AND closed_at IS NULL
  RETURNING id`;

/** Returns false once a new request with its secret and address would be rejected, or the key lost a scope it had. */
export async function renewListener(id: string, client: StreamClient, scopes: readonly Scope[]): Promise<boolean> {
  const keyId = await findAccepted(client, scopes);
  return keyId !== null && (await sql("renew-listener", renew, [id, keyId, expiry()])).length > 0;
}

// By the secret and not by the key's id, because a key that is rotated keeps its id.
async function findAccepted({ fingerprints, address }: StreamClient, scopes: readonly Scope[]): Promise<string | null> {
  const { live } = await identify(fingerprints, address);
  if (!live?.isListed || live.isSuspended || !scopes.every((scope) => live.scopes.includes(scope))) return null;
  return live.pinnedRegion && live.pinnedRegion !== env.VANG_REGION ? null : live.keyId;
}

export async function closeListener(id: string): Promise<void> {
  await sql("close-listener", "UPDATE webhook_listeners SET closed_at = $2 WHERE id = $1", [id, clock.now()]);
}

export async function sweepListeners(): Promise<void> {
  await sql("sweep-listeners", "DELETE FROM webhook_listeners WHERE expires_at <= $1", [clock.now()]);
}
