import "server-only";
import { clock } from "@/lib/clock";
import { log } from "@/lib/log";
import { speechFinished } from "@/lib/speech/finished";
import type { Stream } from "@/lib/stream/stream";
import { releaseExpiredHolds } from "@/lib/wallet/settle";

/**
 * Gives back the credit of calls whose process died before it published them. Answers how many.
 *
 * Such a call may yet be on the stream, waiting for its charge. A priced call is published before its hold expires or
 * not at all, so once everything published up to that moment is handled, and its lag is all a stream need tell, an open hold has
 * no call. An event set aside is no lag: what its partner cannot look up is not charged.
 */
export async function reapHolds(stream: Stream): Promise<number> {
  const count = await releaseExpiredHolds(clock.now(), () => stream.lag(speechFinished));
  if (count > 0) log.warn({ count }, "released the holds of calls that never finished");
  return count;
}
