import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import { releaseExpiredHolds } from "@/lib/money/wallet/settle";
import { clock, seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { Stream } from "@/lib/platform/stream/stream";

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
