import "server-only";
import { randomUUID } from "node:crypto";
import type { Lease, LimitRequest, LimitResult } from "./limits";

/** What `take_rate_limits` and its Redis script return; full buckets and pools are numbered from 1. */
export type Taken = {
  bucket: number | null;
  pool: number | null;
  waitMs: number;
  lefts: number[];
  resetMs: number[];
  poolLefts: number[];
};

export function limitResultOf(
  { bucket, pool, waitMs, lefts, resetMs, poolLefts }: Taken,
  lease: Lease | null,
): LimitResult {
  const refused = bucket
    ? { kind: "bucket" as const, index: bucket - 1 }
    : pool
      ? { kind: "pool" as const, index: pool - 1 }
      : null;
  return {
    exceeded: refused,
    waitMs,
    buckets: lefts.map((left, index) => ({ left, resetMs: resetMs[index] ?? 0 })),
    pools: poolLefts.map((left) => ({ left })),
    lease: refused ? null : lease,
  };
}

/** The lease a request would get, if it needs a place in any pool. */
export function newLease({ owner, pools = [] }: LimitRequest): Lease | null {
  if (pools.length === 0) return null;
  return { id: randomUUID(), owner, pools: pools.map(({ name }) => name) };
}
