import { speechFinished } from "@/lib/access/events/finished-job";
import { seconds } from "@/lib/platform/clock";
import { log } from "@/lib/platform/log";
import type { Stream } from "@/lib/platform/stream/stream";

/** A running worker records a call within two seconds. */
const longestMs = seconds(30);

/** Logs when finished calls are recorded late. Publishing processes run it too, since all workers may be down. */
export async function watchLag(stream: Stream): Promise<void> {
  const lagMs = await stream.lag(speechFinished);
  if (lagMs > longestMs)
    log.error({ lagSeconds: Math.floor(lagMs / seconds(1)) }, "finished calls wait to be recorded");
}
