import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/log";

/** Does a duty at once and then `pauseMs` after each end, until stopped. A failure is logged; the next turn comes all the same. */
export function every(pauseMs: number, name: string, duty: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await duty().catch((error: Error) => log.error({ duty: name, reason: error.message }, "a duty failed"));
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
