import { minutes, seconds } from "@/lib/clock";

/** A limit by its name within its owner: so many calls in a window, or so many at once. */
export type Bound = { name: string; most: number };

export type Ask = {
  /** Whose limits they are. All of one owner's are decided together, one call after another. */
  owner: string;
  /** Calls within any `windowMs`, a minute unless told; at least one. */
  buckets: readonly Bound[];
  windowMs?: number;
  /** Calls under way. */
  pools?: readonly Bound[];
};

/** A place among the calls under way, to be given back. */
export type Lease = { id: string; owner: string; pools: readonly string[] };

export type Verdict = {
  /** The first bucket or pool that has no room, by its place in what was asked; null when the call may go on. */
  refused: { kind: "bucket" | "pool"; index: number } | null;
  /** When the refused buckets have room again; 0 when none refused. */
  waitMs: number;
  /** What is left of each after this call, and when its oldest call stops counting or, full, when it has room again. */
  buckets: readonly { left: number; restoresMs: number }[];
  pools: readonly { left: number }[];
  /** Null unless the call was let in to pools. */
  lease: Lease | null;
};

/**
 * Counts calls for all processes together, exactly: no window of that length ever holds more than `most`, wherever it
 * begins, and a call is counted by all of its limits or, refused, by none. Above 125 a window's calls are told apart
 * to a 125th of it, which may let up to 1 % fewer in, never more.
 */
export interface Limits {
  /** `atMs` is for tests: the shared store's own clock counts otherwise, so that processes need not agree on the time. */
  take(ask: Ask, atMs?: number): Promise<Verdict>;
  /** Nothing that was counted in these buckets counts any more. */
  forget(ask: Pick<Ask, "owner" | "buckets" | "windowMs">): Promise<void>;
  /** Resolves once nobody counts the call any more. */
  release(lease: Lease): Promise<void>;
  /** Keeps calls counted for another `leaseMs`. One that is never renewed or released ends by itself. */
  renew(leases: readonly Lease[], atMs?: number): Promise<void>;
  close(): Promise<void>;
}

export const defaultWindowMs = minutes(1);

/** For how long the calls of a process that died still count as under way. */
export const leaseMs = seconds(30);

/** Beyond this many, calls of one 125th of the window share an entry. */
export const entries = 125;
