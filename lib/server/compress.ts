import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import compression from "compression";

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
