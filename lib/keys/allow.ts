import "server-only";
import { randomUUID } from "node:crypto";
import {
  findKey,
  type Identified,
  identified,
  identify,
  isLive,
  type KeyRow,
  type LiveKey,
} from "@/lib/keys/find-live-key";
import { fingerprints } from "@/lib/keys/secret";
import { clock } from "@/lib/platform/clock";
import { hot, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import type { Address } from "@/lib/platform/net/networks";
import { countLater, isCountedLater, rememberCount } from "@/lib/platform/rate-limit/count-later";
import { type ConcurrencyLease, keepLease } from "@/lib/platform/rate-limit/leases";
import { limitResultOf, type Taken } from "@/lib/platform/rate-limit/limit-result";
import {
  defaultWindowMs,
  type Limit,
  type LimitRequest,
  type LimitResult,
  leaseMs,
} from "@/lib/platform/rate-limit/limits";
import { openLimits } from "@/lib/platform/rate-limit/open";
import { taken } from "@/lib/platform/rate-limit/postgres";

/** One limit as a response's headers show it. */
export type Allowance = {
  policy: "business" | "key";
  unit: "requests" | "concurrent-requests";
  limit: number;
  left: number;
  /** Until more is allowed again; null for running requests, whose end is not known. */
  resetMs: number | null;
};

export type Allowed = { allowances: Allowance[]; error: AppError | null; retryAfterSeconds: number };

export type Admitted = { key: LiveKey; allowed: Allowed; place: ConcurrencyLease };

/**
 * `isManagement`: counted apart from the requests for speech, by a limit of its own. `isRead`: it makes no job; with a
 * playground key it is then asked by a page itself, and not by its person.
 */
type Arrived = { address: Address | null; runs: boolean; isManagement?: boolean; isRead?: boolean };

/** Requests of a business a minute that manage something, such as its webhooks. */
const managementPerMinute = 120;

/** What the pages of a session may read a minute, such as previews of what is typed; no limit of the business counts it. */
const pageReadsPerMinute = 300;

/**
 * Finds the key of a secret and counts its request against its business's limits and its own; if `runs`, also takes a
 * place, which the caller releases. A rejection is returned and not thrown, because its response's headers contain the
 * limits too. Requests from addresses that a key does not allow count separately, and inactive keys not at all: a
 * stolen key must not use up its owner's limits. A request that does not run may be counted later: see `countLater`.
 */
export const admit = (secret: string, arrived: Arrived): Promise<Identified<Admitted>> =>
  admitBy(fingerprints(secret), arrived);

/** The same for a secret whose fingerprint is known, under one of several peppers. */
export async function admitBy(candidates: string[], arrived: Arrived): Promise<Identified<Admitted>> {
  const isApart = env.REDIS_URL || (!arrived.runs && isCountedLater(candidates.join()));
  const found = await (isApart ? findThenTake : findAndTake)(candidates, arrived);
  if (!found.live) return found;
  const { key, result } = found.live;
  const request = limitRequestOf(key, arrived);
  return { live: { key, allowed: describeLimits(request, result), place: keepLease(result.lease) } };
}

/** Counts what is asked for on a connection that is open as one more request. Throws RATE_LIMITED_…. */
export async function countRequest(key: LiveKey): Promise<void> {
  const request = limitRequestOf(key, { runs: false });
  const { error } = describeLimits(request, countLater(request) ?? (await openLimits().take(request)));
  if (error) throw error;
}

type Counted = { key: LiveKey; result: LimitResult };

async function findThenTake(candidates: string[], arrived: Arrived): Promise<Identified<Counted>> {
  const found = await identify(candidates, arrived.address);
  if (!found.live) return found;
  const request = limitRequestOf(found.live, arrived);
  const counted = arrived.runs ? null : countLater(request);
  return { live: { key: found.live, result: counted ?? (await openLimits().take(request)) } };
}

/** Test keys count apart, and so do requests from addresses that a key does not allow. */
function limitRequestOf(key: LiveKey, { runs, isManagement = false, isRead = false }: Omit<Arrived, "address">) {
  const suffix = !key.isListed ? " elsewhere" : key.mode === "test" ? " test" : "";
  const isPageRead = key.isPlayground && isRead;
  return {
    owner: `${key.businessId}${suffix}`,
    buckets: isManagement
      ? [{ name: "management", limit: managementPerMinute }]
      : isPageRead
        ? [{ name: `${key.keyId} reads`, limit: pageReadsPerMinute }]
        : boundsOf(key.businessRequestsPerMinute, key.keyId, key.requestsPerMinute),
    pools:
      runs && key.isListed && !isPageRead
        ? boundsOf(key.businessConcurrentCalls, `${key.keyId} under way`, key.concurrentCalls)
        : [],
  };
}

// The same names and numbers as `limitRequestOf`.
const findKeyAndTake = (secrets: string[]) => `
  WITH key AS MATERIALIZED (${findKey(secrets, "$1")}),
  live AS MATERIALIZED (
    SELECT *, "businessId" || CASE WHEN NOT "isListed" THEN ' elsewhere ' WHEN mode = 'test' THEN ' test ' ELSE ' ' END
      AS owner FROM key WHERE ${isLive("$2")}
  ), taken AS MATERIALIZED (
    SELECT "secretId", ${taken} FROM live, take_rate_limits(
      CASE WHEN $5 THEN ARRAY[owner || 'management']
        WHEN "isPlayground" AND $6 THEN ARRAY[owner || "keyId" || ' reads'] ELSE array_remove(
        ARRAY[owner || 'business', CASE WHEN "requestsPerMinute" IS NOT NULL THEN owner || "keyId" END], NULL) END,
      CASE WHEN $5 THEN ARRAY[${managementPerMinute}]
        WHEN "isPlayground" AND $6 THEN ARRAY[${pageReadsPerMinute}] ELSE
        array_remove(ARRAY["businessRequestsPerMinute", "requestsPerMinute"], NULL) END,
      ${defaultWindowMs},
      CASE WHEN $3 AND "isListed" AND NOT ("isPlayground" AND $6) THEN array_remove(
        ARRAY[owner || 'business', CASE WHEN "concurrentCalls" IS NOT NULL THEN owner || "keyId" || ' under way' END],
        NULL) ELSE '{}' END,
      array_remove(ARRAY["businessConcurrentCalls", "concurrentCalls"], NULL),
      $4, ${leaseMs}, NULL)
  )
  SELECT * FROM key LEFT JOIN taken USING ("secretId")`;

async function findAndTake(
  candidates: string[],
  { address, runs, isManagement = false, isRead = false }: Arrived,
): Promise<Identified<Counted>> {
  const [now, leaseId] = [clock.now(), randomUUID()];
  const text = findKeyAndTake(candidates.map((_, index) => `$${index + 7}`));
  const values = [address?.toString(), now, runs, leaseId, isManagement, isRead, ...candidates];
  // The request that the place was for has ended.
  const undo = () => sql("release-late-lease", "DELETE FROM limit_leases WHERE id = $1", [leaseId]);
  const [row] = await sql<KeyRow & Taken>("find-key-and-take", text, values, { ...hot, undo });
  const found = identified(row, now);
  if (!found.live) return found;
  const request = limitRequestOf(found.live, { runs, isManagement, isRead });
  const { owner, pools } = request;
  const lease = pools.length > 0 ? { id: leaseId, owner, pools: pools.map(({ name }) => name) } : null;
  const result = limitResultOf(found.live, lease);
  rememberCount(candidates.join(), request, result);
  return { live: { key: found.live, result } };
}

/** A key without its own limits is counted with its business only. */
const boundsOf = (business: number, keyId: string, own: number | null): Limit[] => [
  { name: "business", limit: business },
  ...(own === null ? [] : [{ name: keyId, limit: own }]),
];

function describeLimits({ buckets, pools = [] }: LimitRequest, result: LimitResult): Allowed {
  const allowances = [
    ...buckets.map(({ limit }, index) => ({
      policy: policyOf(index),
      unit: "requests" as const,
      limit,
      left: result.buckets[index]?.left ?? 0,
      resetMs: result.buckets[index]?.resetMs ?? null,
    })),
    ...pools.map(({ limit }, index) => ({
      policy: policyOf(index),
      unit: "concurrent-requests" as const,
      limit,
      left: result.pools[index]?.left ?? 0,
      resetMs: null,
    })),
  ];
  const retryAfterSeconds = Math.max(1, Math.ceil(result.waitMs / 1000));
  return { allowances, error: errorOf(allowances, result, retryAfterSeconds), retryAfterSeconds };
}

const policyOf = (index: number): Allowance["policy"] => (index === 0 ? "business" : "key");

const limitErrors = {
  requests: {
    business: { code: "RATE_LIMITED_BUSINESS", message: "api.rateLimitedBusiness" },
    key: { code: "RATE_LIMITED_KEY", message: "api.rateLimitedKey" },
  },
  "concurrent-requests": {
    business: { code: "CONCURRENCY_LIMITED_BUSINESS", message: "api.concurrencyLimitedBusiness" },
    key: { code: "CONCURRENCY_LIMITED_KEY", message: "api.concurrencyLimitedKey" },
  },
} as const satisfies Record<Allowance["unit"], Record<Allowance["policy"], { code: ErrorCode; message: string }>>;

function errorOf(allowances: Allowance[], { exceeded: refused }: LimitResult, seconds: number): AppError | null {
  if (!refused) return null;
  const unit = refused.kind === "bucket" ? "requests" : "concurrent-requests";
  const policy = policyOf(refused.index);
  const limit = allowances.find((allowance) => allowance.unit === unit && allowance.policy === policy)?.limit ?? 0;
  const { code, message } = limitErrors[unit][policy];
  return new AppError(code, { message, values: { limit, seconds } });
}
