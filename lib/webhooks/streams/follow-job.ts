import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { Caller } from "@/lib/access/principals/caller";
import { describeLongJob, findLongJob, type LongJob } from "@/lib/speech/jobs/jobs";
import { closeListener, heartbeatMs, openListener, pollMs, renewListener, renewMs, type StreamClient } from "./stream";

type Options = {
  client: StreamClient;
  /** The last event that an earlier stream sent. */
  lastEventId?: string;
  /** Whether this process is stopping. */
  isEnding: () => boolean;
};

/** The same for the same progress, so that a client that reconnects is sent only what it has not seen. */
const eventIdOf = ({ state, doneMs, totalMs, recordedAt, resultCode }: LongJob): string =>
  [recordedAt === null ? state : `${state}-end`, doneMs, totalMs ?? 0, resultCode ?? "ok"].join("-");

/**
 * The progress of a job as it changes, and its end, as server-sent events. Null if the client has seen the end. Counts among
 * the streams of its key and business. Throws as `findLongJob` and `openListener` do.
 */
export async function followJob(caller: Caller, id: string, options: Options): Promise<AsyncGenerator<string> | null> {
  const job = await findLongJob(caller, id);
  if (job.recordedAt !== null && options.lastEventId === eventIdOf(job)) return null;
  const listenerId = await openListener(caller, "jobListener");
  return sendProgress(caller, job, listenerId, options);
}

async function* sendProgress(
  caller: Caller,
  first: LongJob,
  listenerId: string,
  { client, lastEventId, isEnding }: Options,
): AsyncGenerator<string, void> {
  let [renewedAt, sentAt] = [performance.now(), performance.now()];
  let [job, seen] = [first, lastEventId];
  try {
    yield ": open\n\n";
    while (!isEnding()) {
      const eventId = eventIdOf(job);
      const hasEnded = job.recordedAt !== null;
      if (eventId !== seen) {
        const event = hasEnded ? "end" : "progress";
        yield `id: ${eventId}\nevent: ${event}\ndata: ${JSON.stringify(describeLongJob(job))}\n\n`;
        [seen, sentAt] = [eventId, performance.now()];
      }
      if (hasEnded) return;
      if (performance.now() - sentAt >= heartbeatMs) {
        yield ": still open\n\n";
        sentAt = performance.now();
      }
      await sleep(pollMs);
      if (performance.now() - renewedAt >= renewMs) {
        if (!(await renewListener(listenerId, client, caller.scopes))) return;
        renewedAt = performance.now();
      }
      job = await findLongJob(caller, job.id);
    }
  } finally {
    await closeListener(listenerId);
  }
}
