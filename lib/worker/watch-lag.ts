import { seconds } from "@/lib/clock";
import { log } from "@/lib/log";
import { speechFinished } from "@/lib/speech/finished";
import type { Stream } from "@/lib/stream/stream";

/** A worker that lives has recorded a call within two. */
const longestMs = seconds(30);

/** Says in the log that nobody records finished calls, or too slowly. For whoever publishes too: workers may all be gone. */
export async function watchLag(stream: Stream): Promise<void> {
  const lagMs = await stream.lag(speechFinished);
  if (lagMs > longestMs)
    log.error({ lagSeconds: Math.floor(lagMs / seconds(1)) }, "finished calls wait to be recorded");
}
