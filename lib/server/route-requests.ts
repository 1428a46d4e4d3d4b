import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { apiRoots } from "@/lib/api/app";
import { observePage } from "@/lib/api/observe-requests";
import { rejectEarly } from "@/lib/api/reject";
import { seeksApi } from "@/lib/api/wrong-path";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { clientAddress } from "@/lib/platform/net/client-address";
import { isAmbiguous } from "./connections";
import { describeToConsole, rejectUnknownAddress } from "./public-address";

/** For what this process does not serve. */
const notServed = new AppError("NOT_FOUND");
const badRequest = new AppError("INVALID_REQUEST");

type Handlers = {
  api: RequestListener;
  console?: RequestListener;
  state: { isClosing: boolean };
};

/** Everything that reaches the public port: checked, and then given to the API or to the console. */
export function routeRequests({ api, console, state }: Handlers): RequestListener {
  return (request, response) => {
    if (isAmbiguous(request)) {
      response.setHeader("connection", "close");
      return rejectEarly(request, response, badRequest);
    }
    const misdirected = rejectUnknownAddress(request);
    if (misdirected) return rejectEarly(request, response, misdirected);
    const { url = "/", headers } = request;
    const isApi = isApiPath(url) || seeksApi({ url, headers });
    // An address instead of a path is meant for a proxy, and Next may act as one.
    const isPath = url.startsWith("/") && (isApi || isPageUrl(url));
    const handler = isApi ? api : console;
    if (!isPath || !handler) return rejectEarly(request, response, notServed);
    describeRequest(request, isApi);
    if (!isApi) observePage(response);
    // A client that keeps its connection must not send its next request into a process that ends, and what follows
    // a request for another protocol is not read.
    if (state.isClosing || headers.upgrade) response.setHeader("connection", "close");
    // A handler that fails must cost its own request and no other.
    Promise.resolve(handler(request, response)).catch((error: Error) => {
      log.error({ error: error.name }, "a request was dropped");
      response.destroy();
    });
  };
}

/** Replaces what a client says of itself and of us by what we know. */
function describeRequest(request: IncomingMessage, isApi: boolean): void {
  // A health check of HTTP/1.0 names no host.
  request.headers.host ??= new URL(env.url).host;
  if (!isApi) describeToConsole(request);
  request.headers["x-forwarded-for"] = clientAddress(request)?.toString();
}

/** No page has NUL or invalid UTF-8 in its URL: the database knows no such text, and Next would fail. */
function isPageUrl(url: string): boolean {
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return !url.includes("%00");
  } catch {
    return false;
  }
}

const isApiPath = (url: string) => apiRoots.includes(url.split(/[/?]/, 2)[1] ?? "");

/** Of a process that does not serve the API: whether it is well, and nothing else. */
export const onlyHealth =
  (api: RequestListener): RequestListener =>
  (request: IncomingMessage, response: ServerResponse) =>
    /^\/health(\?|$)/.test(request.url ?? "") ? api(request, response) : rejectEarly(request, response, notServed);
