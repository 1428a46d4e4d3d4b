import "server-only";
import { seconds } from "@/lib/clock";
import type { Stream } from "@/lib/stream/stream";
import { every } from "./every";
import { startIngest } from "./ingest";
import { reapHolds } from "./reap-holds";

export type Worker = {
  /** Takes no new work and resolves once the work in hand is done. */
  stop(): Promise<void>;
};

/** Starts everything that runs in the background. Any number of processes may do so at once. */
export function startWorker(stream: Stream): Worker {
  const duties = [startIngest(stream), every(seconds(10), "reap-holds", () => reapHolds(stream))];
  return {
    async stop() {
      await Promise.all(duties.map((duty) => duty.stop()));
    },
  };
}
