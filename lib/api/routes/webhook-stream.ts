import "server-only";
import { Readable } from "node:stream";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { fingerprints } from "@/lib/keys/secret";
import { clientAddress } from "@/lib/platform/net/client-address";
import { sendTestToStreams } from "@/lib/webhooks/checks/test-events";
import { openStream } from "@/lib/webhooks/streams/stream";
import type { ProcessState } from "./health";

/** Compression would keep events back until enough of them have come. */
const headers = { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" };

/** The events of the key's business as they happen. Declared before the paths that `/webhooks/{id}` stands for. */
export function declareWebhookStream(app: Hono<ApiEnv>, state: ProcessState): void {
  for (const operation of operations.sendStreamTest) {
    endpoint(app, operation, async ({ caller, body: { type } }) => {
      const streams = await sendTestToStreams(caller, type);
      return { body: { type, streams }, headers: { "cache-control": "no-store" } };
    });
  }
  for (const operation of operations.streamWebhookEvents) {
    endpoint(app, operation, async ({ caller, request, incoming }) => {
      // The body of a response to HEAD is never read, so nothing would end its stream.
      if (request.method === "HEAD") return new Response(null, { headers });
      const lastEventId = request.headers.get("last-event-id") ?? undefined;
      const client = {
        fingerprints: fingerprints(request.headers.get("x-api-key") ?? ""),
        address: incoming ? clientAddress(incoming) : null,
      };
      const isEnding = () => state.isEnding;
      const stream = Readable.from(await openStream(caller, { client, lastEventId, isEnding }));
      request.signal.addEventListener("abort", () => stream.destroy());
      const body = Readable.toWeb(stream.map((text: string) => Buffer.from(text))) as ReadableStream;
      return new Response(body, { headers });
    });
  }
}
