import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import { seconds } from "@/lib/platform/clock";
import type { Consumer, Stream } from "@/lib/platform/stream/stream";
import { ingest } from "@/lib/speech/history/ingest";

/** Consumes finished calls from the stream: records and charges them. */
export function startIngest(stream: Stream): Consumer {
  return stream.consume(speechFinished, { batchSize: 500, leaseMs: seconds(15) }, ingest);
}
