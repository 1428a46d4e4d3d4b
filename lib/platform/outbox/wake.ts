import "server-only";
import { processWide } from "@/lib/platform/process-wide";

const wakers = processWide("wakers", () => new Map<string, Set<() => void>>());

/**
 * Calls `wake` at each notification with the name that reaches this process's worker, and whenever it begins to listen,
 * since earlier ones may have been missed, until the returned function is called.
 */
export function onWake(name: string, wake: () => void): () => void {
  const those = wakers.get(name) ?? new Set();
  wakers.set(name, those.add(wake));
  return () => those.delete(wake);
}

/** A notification arrived. Without a name, listening began. */
export function wakeAll(name?: string): void {
  for (const [known, those] of wakers) if (name === undefined || name === known) for (const wake of those) wake();
}
