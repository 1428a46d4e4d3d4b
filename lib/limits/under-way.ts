import "server-only";
import { type Lease, leaseMs } from "./limits";
import { openLimits } from "./open";

const underWay = new Set<Lease>();
let renewal: NodeJS.Timeout | undefined;

/**
 * Keeps a call's place for as long as it runs; the answer gives it back. Where few were left it resolves once the place
 * is free, since whoever calls again at once must find it so.
 */
export function hold(lease: Lease | null, { isTight }: { isTight: boolean }): () => Promise<void> {
  if (!lease) return async () => undefined;
  underWay.add(lease);
  renewal ??= setInterval(renewAll, leaseMs / 3).unref();
  return async () => {
    underWay.delete(lease);
    if (underWay.size === 0) {
      clearInterval(renewal);
      renewal = undefined;
    }
    const released = openLimits().release(lease);
    if (isTight) await released;
  };
}

// A renewal that fails is tried again twice before a place is lost; the store itself logs that it is out of reach.
const renewAll = () => void openLimits().renew([...underWay]);
