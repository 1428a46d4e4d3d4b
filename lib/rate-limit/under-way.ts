import "server-only";
import type { Statement } from "@/lib/statement";
import { type Lease, leaseMs } from "./limits";
import { openLimits } from "./open";

/** A request's place among those that run at once. */
export type Place = {
  /** Releases it by the statements that `work` runs with its own; none where places are not in our database. */
  releaseWith(work: (statements: Statement[]) => Promise<void>): Promise<void>;
  /** Releases it, unless that is done. */
  release(): Promise<void>;
};

const held = new Set<Lease>();
let renewal: NodeJS.Timeout | undefined;

/** Keeps a place until it is released. */
export function hold(lease: Lease | null): Place {
  if (!lease) return { releaseWith: (work) => work([]), release: async () => undefined };
  held.add(lease);
  renewal ??= setInterval(renewAll, leaseMs / 3).unref();
  return {
    async releaseWith(work) {
      const statements = openLimits().releasing(lease);
      await work(statements);
      if (statements.length > 0) drop(lease);
    },
    async release() {
      if (drop(lease)) await openLimits().release(lease);
    },
  };
}

function drop(lease: Lease): boolean {
  const wasHeld = held.delete(lease);
  if (held.size > 0) return wasHeld;
  clearInterval(renewal);
  renewal = undefined;
  return wasHeld;
}

// A renewal that fails is tried again twice before a place is lost; the store itself logs that it is out of reach.
const renewAll = () => void openLimits().renew([...held]);
