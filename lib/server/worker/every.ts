import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { increment } from "@/lib/platform/telemetry/metrics";

/** Tasks with equal pauses would run at the same moment, each on a connection that is opened for it. */
const jitter = 0.1;

/**
 * Runs a task now and again `pauseMs`, more or less a tenth, after each run until stopped. Failures are logged and do not
 * stop it.
 */
export function every(pauseMs: number, name: string, task: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await task().catch((error: Error) => {
        increment("vang_task_failures_total", { task: name });
        log.error({ duty: name, reason: error.message }, "a background task failed");
      });
      const spread = 1 + jitter * (2 * Math.random() - 1);
      await sleep(pauseMs * spread, undefined, { signal: stopping.signal }).catch(() => undefined);
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
