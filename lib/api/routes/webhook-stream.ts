import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { z } from "zod";
import type { ApiEnv } from "@/lib/api/authenticate";
import { type ApiCall, endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { fingerprints } from "@/lib/keys/secret";
import { clientAddress } from "@/lib/platform/net/client-address";
import { sendTestToStreams } from "@/lib/webhooks/checks/test-events";
import { openStream } from "@/lib/webhooks/streams/stream";
import type { ProcessState } from "./health";

/** Compression would keep events back until enough of them have come. */
const headers = { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" };

/** The client of a stream, as `openStream` and `followJob` want it. */
export const streamOptions = ({ request, incoming }: StreamCall, state: ProcessState) => ({
  lastEventId: request.headers.get("last-event-id") ?? undefined,
  client: {
    fingerprints: fingerprints(request.headers.get("x-api-key") ?? ""),
    address: incoming ? clientAddress(incoming) : null,
  },
  isEnding: () => state.isEnding,
});

type StreamCall = Pick<ApiCall<z.ZodType, z.ZodType, z.ZodType>, "request" | "incoming">;

/** The response that sends events until they end or the client leaves. */
export function respondWithEvents({ request }: StreamCall, events: AsyncIterable<string>): Response {
  const stream = Readable.from(events);
  request.signal.addEventListener("abort", () => stream.destroy());
  return new Response(Readable.toWeb(stream.map((text: string) => Buffer.from(text))) as ReadableStream, { headers });
}

/** The body of a response to HEAD is never read, so nothing would end its stream. */
export const respondToHead = () => new Response(null, { headers });

/** The events of the key's business as they happen. Declared before the paths that `/webhooks/{id}` stands for. */
export function declareWebhookStream(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.sendStreamTest) {
    endpoint(app, operation, async ({ caller, body: { type } }) => {
      const streams = await sendTestToStreams(caller, type);
      return { body: { type, streams }, headers: { "cache-control": "no-store" } };
    });
  }
  for (const operation of operations.streamWebhookEvents) {
    endpoint(app, operation, async (call) => {
      if (call.request.method === "HEAD") return respondToHead();
      return respondWithEvents(call, await openStream(call.caller, streamOptions(call, state)));
    });
  }
}
