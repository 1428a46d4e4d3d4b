import "server-only";
import { randomUUID } from "node:crypto";
import type { Ask, Lease, Verdict } from "./limits";

/** What `take_rate_limits` and its script in Redis return; the full bucket and pool counted from 1. */
export type Taken = {
  bucket: number | null;
  pool: number | null;
  waitMs: number;
  lefts: number[];
  restoresMs: number[];
  poolLefts: number[];
};

export function verdictOf({ bucket, pool, waitMs, lefts, restoresMs, poolLefts }: Taken, lease: Lease | null): Verdict {
  const refused = bucket
    ? { kind: "bucket" as const, index: bucket - 1 }
    : pool
      ? { kind: "pool" as const, index: pool - 1 }
      : null;
  return {
    refused,
    waitMs,
    buckets: lefts.map((left, index) => ({ left, restoresMs: restoresMs[index] ?? 0 })),
    pools: poolLefts.map((left) => ({ left })),
    lease: refused ? null : lease,
  };
}

/** The lease a request would get, if it asks for a place in any pool. */
export function newLease({ owner, pools = [] }: Ask): Lease | null {
  if (pools.length === 0) return null;
  return { id: randomUUID(), owner, pools: pools.map(({ name }) => name) };
}
