import "server-only";
import { Refusal, type RefusalCode } from "@/lib/errors";
import type { LiveKey } from "@/lib/keys/authenticate";
import type { Ask, Bound, Verdict } from "./limits";
import { openLimits } from "./open";
import { hold } from "./under-way";

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

type Limited = Pick<
  LiveKey,
  | "keyId"
  | "businessId"
  | "requestsPerMinute"
  | "concurrentCalls"
  | "businessRequestsPerMinute"
  | "businessConcurrentCalls"
>;

/**
 * Counts a key's call against its business's limits and its own. One that `runs` also takes a place among those under
 * way, which the caller of this gives back with `release`. A refusal is answered and not thrown, for the headers of a
 * refused call tell of the limits too. Calls from addresses that a key's list lacks count apart: whoever stole a key must
 * not use up what its owner may call.
 */
export async function allow(
  key: Limited,
  { runs, isListed }: { runs: boolean; isListed: boolean },
): Promise<Allowed & { release(): Promise<void> }> {
  const ask = {
    owner: isListed ? key.businessId : `${key.businessId} elsewhere`,
    buckets: boundsOf(key.businessRequestsPerMinute, key.keyId, key.requestsPerMinute),
    pools: runs ? boundsOf(key.businessConcurrentCalls, `${key.keyId} under way`, key.concurrentCalls) : [],
  };
  const verdict = await openLimits().take(ask);
  const isTight = verdict.pools.some(({ left }, index) => left * 2 < (ask.pools[index]?.most ?? 0));
  const release = hold(verdict.lease, { isTight });
  return { ...describe(ask, verdict), release };
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
