import "server-only";
import { randomUUID } from "node:crypto";
import { clock } from "@/lib/clock";
import { hotSql, sql } from "@/lib/db";
import { env } from "@/lib/env";
import { Refusal, type RefusalCode } from "@/lib/errors";
import {
  findKey,
  type Identified,
  identified,
  identify,
  isLive,
  type KeyRow,
  type LiveKey,
} from "@/lib/keys/authenticate";
import { fingerprints } from "@/lib/keys/secret";
import type { Address } from "@/lib/networks";
import { type Ask, type Bound, defaultWindowMs, leaseMs, type Verdict } from "./limits";
import { openLimits } from "./open";
import { taken } from "./postgres";
import { hold, type Place } from "./under-way";
import { type Taken, verdictOf } from "./verdict";

/** One limit as an answer's headers tell it. */
export type Allowance = {
  policy: "business" | "key";
  unit: "requests" | "concurrent-requests";
  most: number;
  left: number;
  /** Until more is allowed again; null for calls under way, which end when they end. */
  restoresMs: number | null;
};

export type Allowed = { allowances: Allowance[]; refusal: Refusal | null; retryAfterSeconds: number };

export type Admitted = { key: LiveKey; allowed: Allowed; place: Place };

type Arrived = { address: Address | null; runs: boolean };

/**
 * The key that a secret opens, its request counted against its business's limits and its own. One that `runs` also
 * takes a place among those that run at once, which the caller of this releases. A rejection is returned and not thrown,
 * for the headers of a rejected request tell of the limits too. Requests from addresses that a key's list lacks count
 * apart, and dead keys not at all: a stolen key must not use up its owner's limits.
 */
export async function admit(secret: string, arrived: Arrived): Promise<Identified<Admitted>> {
  const found = await (env.REDIS_URL ? findThenTake : findAndTake)(secret, arrived);
  if (!found.live) return found;
  const { key, verdict } = found.live;
  return { live: { key, allowed: describe(askOf(key, arrived.runs), verdict), place: hold(verdict.lease) } };
}

type Counted = { key: LiveKey; verdict: Verdict };

async function findThenTake(secret: string, { address, runs }: Arrived): Promise<Identified<Counted>> {
  const found = await identify(secret, address);
  if (!found.live) return found;
  return { live: { key: found.live, verdict: await openLimits().take(askOf(found.live, runs)) } };
}

const askOf = (key: LiveKey, runs: boolean) => ({
  owner: key.isListed ? key.businessId : `${key.businessId} elsewhere`,
  buckets: boundsOf(key.businessRequestsPerMinute, key.keyId, key.requestsPerMinute),
  pools:
    runs && key.isListed ? boundsOf(key.businessConcurrentCalls, `${key.keyId} under way`, key.concurrentCalls) : [],
});

// The same names and numbers as `askOf`.
const findKeyAndTake = (secrets: string[]) => `
  WITH key AS MATERIALIZED (${findKey(secrets, "$1")}),
  live AS MATERIALIZED (
    SELECT *, "businessId" || CASE WHEN "isListed" THEN ' ' ELSE ' elsewhere ' END AS owner FROM key WHERE ${isLive("$2")}
  ), taken AS MATERIALIZED (
    SELECT "secretId", ${taken} FROM live, take_rate_limits(
      array_remove(ARRAY[owner || 'business', CASE WHEN "requestsPerMinute" IS NOT NULL THEN owner || "keyId" END], NULL),
      array_remove(ARRAY["businessRequestsPerMinute", "requestsPerMinute"], NULL),
      ${defaultWindowMs},
      CASE WHEN $3 AND "isListed" THEN array_remove(
        ARRAY[owner || 'business', CASE WHEN "concurrentCalls" IS NOT NULL THEN owner || "keyId" || ' under way' END],
        NULL) ELSE '{}' END,
      array_remove(ARRAY["businessConcurrentCalls", "concurrentCalls"], NULL),
      $4, ${leaseMs}, NULL)
  )
  SELECT * FROM key LEFT JOIN taken USING ("secretId")`;

async function findAndTake(secret: string, { address, runs }: Arrived): Promise<Identified<Counted>> {
  const [now, leaseId] = [clock.now(), randomUUID()];
  const candidates = fingerprints(secret);
  const text = findKeyAndTake(candidates.map((_, index) => `$${index + 5}`));
  const values = [address?.toString(), now, runs, leaseId, ...candidates];
  const [row] = await hotSql<KeyRow & Taken>("find-key-and-take", text, values, () =>
    // Nobody waits for this place any more.
    sql("release-late-lease", "DELETE FROM limit_leases WHERE id = $1", [leaseId]),
  );
  const found = identified(row, now);
  if (!found.live) return found;
  const { owner, pools } = askOf(found.live, runs);
  const lease = pools.length > 0 ? { id: leaseId, owner, pools: pools.map(({ name }) => name) } : null;
  return { live: { key: found.live, verdict: verdictOf(found.live, lease) } };
}

/** A key without limits of its own is counted with its business alone. */
const boundsOf = (business: number, keyId: string, own: number | null): Bound[] => [
  { name: "business", most: business },
  ...(own === null ? [] : [{ name: keyId, most: own }]),
];

function describe({ buckets, pools = [] }: Ask, verdict: Verdict): Allowed {
  const allowances = [
    ...buckets.map(({ most }, index) => ({
      policy: policyOf(index),
      unit: "requests" as const,
      most,
      left: verdict.buckets[index]?.left ?? 0,
      restoresMs: verdict.buckets[index]?.restoresMs ?? null,
    })),
    ...pools.map(({ most }, index) => ({
      policy: policyOf(index),
      unit: "concurrent-requests" as const,
      most,
      left: verdict.pools[index]?.left ?? 0,
      restoresMs: null,
    })),
  ];
  const retryAfterSeconds = Math.max(1, Math.ceil(verdict.waitMs / 1000));
  return { allowances, refusal: refusalOf(allowances, verdict, retryAfterSeconds), retryAfterSeconds };
}

const policyOf = (index: number): Allowance["policy"] => (index === 0 ? "business" : "key");

const words = {
  requests: {
    business: { code: "RATE_LIMITED_BUSINESS", message: "api.rateLimitedBusiness" },
    key: { code: "RATE_LIMITED_KEY", message: "api.rateLimitedKey" },
  },
  "concurrent-requests": {
    business: { code: "CONCURRENCY_LIMITED_BUSINESS", message: "api.concurrencyLimitedBusiness" },
    key: { code: "CONCURRENCY_LIMITED_KEY", message: "api.concurrencyLimitedKey" },
  },
} as const satisfies Record<Allowance["unit"], Record<Allowance["policy"], { code: RefusalCode; message: string }>>;

function refusalOf(allowances: Allowance[], { refused }: Verdict, seconds: number): Refusal | null {
  if (!refused) return null;
  const unit = refused.kind === "bucket" ? "requests" : "concurrent-requests";
  const policy = policyOf(refused.index);
  const most = allowances.find((allowance) => allowance.unit === unit && allowance.policy === policy)?.most ?? 0;
  const { code, message } = words[unit][policy];
  return new Refusal(code, { message, values: { most, seconds } });
}
