import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "undici";
import { seconds } from "@/lib/platform/clock";
import { sendBarePage } from "./bare-page";
import type { ConsoleLink } from "./console-link";

/** How long a request waits for a console that is being started again. */
const waitMs = seconds(10);

/** What holds for one connection only (RFC 9110 section 7.6.1); `expect` has been answered by our own server. */
const ofOneConnection = new Set(
  "connection expect keep-alive proxy-authenticate proxy-connection te trailer transfer-encoding upgrade".split(" "),
);

type Exchange = { request: IncomingMessage; response: ServerResponse; body: PassThrough | null };

/** Passes requests on to the console's process, and its responses back, without keeping either in memory. */
export function forwardTo(console: ConsoleLink): RequestListener {
  return async (request, response) => {
    // Not the request itself: what fails on the way to the console would destroy it, and with it the client's connection.
    const body = hasBody(request) ? request.pipe(new PassThrough().on("error", () => undefined)) : null;
    for (let attempt = 0; attempt < 2; attempt++) {
      const pool = await console.open(waitMs);
      if (!pool || response.destroyed) break;
      const error = await exchange(pool, { request, response, body });
      if (!error || response.headersSent) return;
      if (!mayRepeat(error, request)) break;
      await sleep(100);
    }
    request.unpipe().resume();
    if (!response.destroyed)
      sendBarePage(request, response, { status: 503, page: "consoleAway", retryAfterSeconds: 5 });
  };
}

const hasBody = ({ headers }: IncomingMessage) =>
  Number(headers["content-length"] ?? 0) > 0 || headers["transfer-encoding"] !== undefined;

/** Whether the console has seen nothing of the request, or may see it twice (RFC 9110 section 9.2.2). */
function mayRepeat({ code = "" }: NodeJS.ErrnoException, { method }: IncomingMessage): boolean {
  const notSent = ["ECONNREFUSED", "ENOENT", "UND_ERR_CONNECT_TIMEOUT", "UND_ERR_CLOSED", "UND_ERR_DESTROYED"];
  return notSent.includes(code) || method === "GET" || method === "HEAD";
}

/** Resolves once the response is passed on, or to what went wrong. */
function exchange(pool: Pool, { request, response, body }: Exchange): Promise<Error | undefined> {
  const { method = "GET", url: path = "/" } = request;
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ofOneConnection.has(name)));
  return new Promise((done) => {
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart(controller) {
          const abort = () => controller.abort(new Error("the client disconnected"));
          if (response.destroyed) return abort();
          response.once("close", abort).on("drain", () => controller.resume());
        },
        onResponseStart(controller, status) {
          if (status < 200) return;
          // One by one: beside a header that is set already, `writeHead` of Node 20 keeps only the last of each name.
          const headers = endToEnd(controller.rawHeaders as Buffer[]);
          for (let at = 0; at < headers.length; at += 2)
            response.appendHeader(headers[at] as string, headers[at + 1] as string);
          response.writeHead(status);
        },
        onResponseData(controller, chunk) {
          if (!response.write(chunk)) controller.pause();
        },
        onResponseEnd() {
          response.end();
          // What the console did not read would keep the client's next request waiting.
          request.unpipe().resume();
          done(undefined);
        },
        onResponseError(_, error) {
          if (response.headersSent) response.destroy();
          done(error);
        },
      },
    );
  });
}

/** The headers of a response as they were sent, each name before its value. */
function endToEnd(raw: Buffer[]): string[] {
  const sent = raw.map((bytes) => bytes.toString("latin1"));
  return sent.filter((_, at) => !ofOneConnection.has((sent[at - (at % 2)] as string).toLowerCase()));
}
