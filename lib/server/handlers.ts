import "server-only";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { getRequestListener } from "@hono/node-server";
import compression from "compression";
import { createApi } from "@/lib/api/app";
import type { ProcessState } from "@/lib/api/routes/health";
import { env } from "@/lib/platform/env";
import { withPageStatus } from "@/lib/platform/page-status";
import { limitAnonymousRequests } from "./anonymous-rate-limit";
import { plays } from "./roles";
import { serveSitePages } from "./site-pages";

/** The API as an app, and as a listener for its requests. */
export function openApi(state: ProcessState) {
  const app = createApi(state);
  // Hono's own responses are lighter than the global ones, which Next needs where it runs in the same process.
  const overrideGlobalObjects = !plays("console");
  return { app, listener: compressed(getRequestListener(app.fetch, { overrideGlobalObjects })) };
}

/** The console. Next is given the public address also where it listens elsewhere: it follows redirects of forms there. */
export async function openConsole(): Promise<RequestListener> {
  // Imported here, because it takes memory in processes that show no pages.
  const { default: next } = await import("next");
  const dev = env.NODE_ENV === "development";
  // Next takes every connection that asks for another protocol, and answers those of development only: the others
  // would never get a response. So it is given a server that has none.
  const httpServer = dev ? undefined : createServer();
  const app = next({ dev, hostname: env.HOST, port: env.PORT, httpServer });
  await app.prepare();
  const pages = withPageStatus(app.getRequestHandler());
  return compressed(serveSitePages(dev ? pages : limitAnonymousRequests(pages, env.VANG_ANONYMOUS_FORMS_PER_MINUTE)));
}

type Types = { filter: (request: IncomingMessage, response: ServerResponse) => boolean };

// Typed for Express, but it needs nothing beyond what Node's own requests and responses have.
const middleware = compression as unknown as {
  (options: Types): (request: IncomingMessage, response: ServerResponse, next: () => void) => void;
  filter: Types["filter"];
};

const compress = middleware({
  // A range refers to the bytes as they are stored.
  filter: (request, response) => response.statusCode !== 206 && middleware.filter(request, response),
});

/** The handler with text responses over 1 kB compressed as the client accepts: Brotli first, then gzip. Never audio. */
export const compressed =
  (handler: RequestListener): RequestListener =>
  (request, response) =>
    new Promise<void>((done, failed) => {
      compress(request, response, () => Promise.resolve(handler(request, response)).then(done, failed));
    });
