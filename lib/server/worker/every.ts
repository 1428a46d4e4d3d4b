import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import { log } from "@/lib/platform/log";
import { increment } from "@/lib/platform/telemetry/metrics";

/** Runs a task now and again `pauseMs` after each run until stopped. Failures are logged and do not stop it. */
export function every(pauseMs: number, name: string, task: () => Promise<unknown>): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await task().catch((error: Error) => {
        increment("vang_task_failures_total", { task: name });
        log.error({ duty: name, reason: error.message }, "a background task failed");
      });
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
