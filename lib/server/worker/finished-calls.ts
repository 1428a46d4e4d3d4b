import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import { releaseExpiredHolds } from "@/lib/money/wallet/settle";
import { clock, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { Consumer, Stream } from "@/lib/platform/stream/stream";
import { ingest } from "@/lib/speech/history/ingest";

/** Consumes finished calls from the stream: records and charges them. */
export function startIngest(stream: Stream): Consumer {
  return stream.consume(speechFinished, { batchSize: 500, leaseMs: seconds(15) }, ingest);
}

/** Pause between two runs of a worker; shorter in the tests of what it leaves. */
export const reaping = { pauseMs: seconds(10) };

/**
 * Releases the holds of calls whose process died before publishing them. Returns how many. A priced call is published
 * before its hold expires or not at all: once all that was published is handled, as the stream's lag shows, an open
 * hold has no call. Dead letters do not count as lag: a call that its partner cannot look up is not charged.
 */
export async function reapHolds(stream: Stream): Promise<number> {
  const count = await releaseExpiredHolds(clock.now(), () => stream.lag(speechFinished));
  if (count > 0) log.warn({ count }, "released the holds of calls that never finished");
  return count;
}

/** A running worker records a call within two seconds. */
const longestMs = seconds(30);

/** Logs when finished calls are recorded late. Publishing processes run it too, since all workers may be down. */
export async function watchLag(stream: Stream): Promise<void> {
  const lagMs = await stream.lag(speechFinished);
  if (lagMs > longestMs)
    log.error({ lagSeconds: Math.floor(lagMs / seconds(1)) }, "finished calls wait to be recorded");
}
