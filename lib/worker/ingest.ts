import "server-only";
import { seconds } from "@/lib/clock";
import { speechFinished } from "@/lib/events/finished-job";
import { ingest } from "@/lib/history/ingest";
import type { Consumer, Stream } from "@/lib/stream/stream";

/** Consumes finished calls from the stream: records and charges them. */
export function startIngest(stream: Stream): Consumer {
  return stream.consume(speechFinished, { batchSize: 500, leaseMs: seconds(15) }, ingest);
}
