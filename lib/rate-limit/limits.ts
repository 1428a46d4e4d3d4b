import { minutes, seconds } from "@/lib/clock";
import type { Statement } from "@/lib/statement";

/** A limit by its name within its owner: so many requests in a window, or so many at once. */
export type Bound = { name: string; most: number };

export type Ask = {
  /** Whose limits they are. Requests that share a pool share the first bucket too. */
  owner: string;
  /** `most` requests at once, then one each `windowMs / most`. The window is a minute by default. */
  buckets: readonly Bound[];
  windowMs?: number;
  /** Requests that run at once. */
  pools?: readonly Bound[];
};

/** A place among the requests that run at once, to be released. */
export type Lease = { id: string; owner: string; pools: readonly string[] };

export type Verdict = {
  /** The first bucket or pool that has no room, by its index in the request; null when the request may go on. */
  refused: { kind: "bucket" | "pool"; index: number } | null;
  /** When the full buckets have room again; 0 when none was full. */
  waitMs: number;
  /** What is left of each after this request, and when one more is. */
  buckets: readonly { left: number; restoresMs: number }[];
  pools: readonly { left: number }[];
  /** Null unless the request was let in to pools. */
  lease: Lease | null;
};

/**
 * Rate limits for all processes together, by GCRA: the limit on average, and at most twice the limit in any one window.
 * A request is counted by all of its limits or, rejected, by none.
 */
export interface Limits {
  /** `atMs` is for tests: otherwise the shared store's clock counts, so that processes need not agree on the time. */
  take(ask: Ask, atMs?: number): Promise<Verdict>;
  /** Empties these buckets. */
  forget(ask: Pick<Ask, "owner" | "buckets" | "windowMs">): Promise<void>;
  /** Resolves once the request no longer counts as running. */
  release(lease: Lease): Promise<void>;
  /** The statement of our database that does the same, to be run with another; none where leases are elsewhere. */
  releasing(lease: Lease): Statement[];
  /** Extends leases by `leaseMs`. One that is neither renewed nor released ends by itself. */
  renew(leases: readonly Lease[], atMs?: number): Promise<void>;
  close(): Promise<void>;
}

export const defaultWindowMs = minutes(1);

/** For how long the requests of a process that died still count as running. */
export const leaseMs = seconds(30);
