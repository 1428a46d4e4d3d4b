import "server-only";
import type { Statement } from "@/lib/platform/statement";
import { type Lease, leaseMs } from "./limits";
import { openLimits } from "./open";

/** A request's place among the running ones. */
export type ConcurrencyLease = {
  /** Releases it with the statements that `work` runs; none if places are not stored in our database. */
  releaseWith(work: (statements: Statement[]) => Promise<void>): Promise<void>;
  /** Releases it, unless that is done. */
  release(): Promise<void>;
};

const held = new Set<Lease>();
let renewal: NodeJS.Timeout | undefined;

/** Keeps a place until it is released. */
export function keepLease(lease: Lease | null): ConcurrencyLease {
  if (!lease) return { releaseWith: (work) => work([]), release: async () => undefined };
  held.add(lease);
  // A renewal that fails is tried twice more before a place is lost; the store itself logs that it is unavailable.
  renewal ??= setInterval(() => void openLimits().renew([...held]), leaseMs / 3).unref();
  return {
    async releaseWith(work) {
      const statements = openLimits().releasing(lease);
      await work(statements);
      if (statements.length > 0) dropLease(lease);
    },
    async release() {
      if (dropLease(lease)) await openLimits().release(lease);
    },
  };
}

function dropLease(lease: Lease): boolean {
  const wasHeld = held.delete(lease);
  if (held.size > 0) return wasHeld;
  clearInterval(renewal);
  renewal = undefined;
  return wasHeld;
}
