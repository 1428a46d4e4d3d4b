import { minutes, seconds } from "@/lib/platform/clock";
import type { Statement } from "@/lib/platform/statement";

/** A limit by its name within its owner: requests in a window, or simultaneous requests. */
export type Limit = { name: string; limit: number };

export type LimitRequest = {
  /** Whose limits they are. Requests that share a pool share the first bucket too. */
  owner: string;
  /** `limit` requests at once, then one each `windowMs / limit`. The window is a minute by default. */
  buckets: readonly Limit[];
  windowMs?: number;
  /** Requests that run at once. */
  pools?: readonly Limit[];
};

/** A place among the running requests, to be released. */
export type Lease = { id: string; owner: string; pools: readonly string[] };

export type LimitResult = {
  /** The index of the first bucket or pool without room; null if the request is accepted. */
  exceeded: { kind: "bucket" | "pool"; index: number } | null;
  /** When the full buckets have room again; 0 if none was full. */
  waitMs: number;
  /** What is left of each after this request, and when one more is available. */
  buckets: readonly { left: number; resetMs: number }[];
  pools: readonly { left: number }[];
  /** Null unless the request was accepted with pools. */
  lease: Lease | null;
};

/** GCRA over all processes: at most twice the limit in any one window. A rejected request is counted by no limit. */
export interface Limits {
  /** `atMs` is for tests: otherwise the shared store's clock counts, so that processes need not agree on the time. */
  take(ask: LimitRequest, atMs?: number): Promise<LimitResult>;
  /** Empties these buckets. */
  forget(ask: Pick<LimitRequest, "owner" | "buckets" | "windowMs">): Promise<void>;
  /** Resolves once the request no longer counts as running. */
  release(lease: Lease): Promise<void>;
  /** The SQL statement that does the same, to be run with another; none if leases are stored elsewhere. */
  releasing(lease: Lease): Statement[];
  /** Extends leases by `leaseMs`. A lease that is neither renewed nor released expires. */
  renew(leases: readonly Lease[], atMs?: number): Promise<void>;
  close(): Promise<void>;
}

export const defaultWindowMs = minutes(1);

/** How long the requests of a process that died still count as running. */
export const leaseMs = seconds(30);
