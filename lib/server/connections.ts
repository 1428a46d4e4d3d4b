import "server-only";
import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import { seconds } from "@/lib/platform/clock";
import { clientKeyOf } from "@/lib/platform/net/client-key";
import { UpgradableRequest } from "./upgradable-request";

const timeLimits = {
  /** Until a request's headers are complete; also of a connection that sends nothing. */
  headersMs: seconds(10),
  /** Until the request is complete: 25 MB at 1 Mbit/s. */
  requestMs: seconds(240),
  /** Between two requests. */
  idleMs: seconds(30),
  /** Until a connection is closed whose client reads nothing of its response. */
  unreadMs: seconds(30),
  /** How often the first two are checked. */
  checkMs: seconds(1),
};

export type ConnectionLimits = Partial<typeof timeLimits> & { connections: number; connectionsPerAddress: number };

/** What Node's parser accepts although another program may read the request differently (RFC 9112, 3.2 and 6.1). */
export function isAmbiguous({ headers, rawHeaders, httpVersion }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  const isCodingWrong = coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersion === "1.0");
  return isCodingWrong || rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length > 1;
}

/** Node's HTTP server with a limit on everything that a client can make it wait for. */
export function openServer(listener: RequestListener, wanted: ConnectionLimits): Server {
  const limits = { ...timeLimits, ...wanted };
  const server = createServer(
    {
      IncomingMessage: UpgradableRequest,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: limits.checkMs,
    },
    (request, response) => {
      const { socket } = request;
      response.setTimeout(limits.unreadMs, () => {
        // Not while the response is still being generated. After a normal close the kernel would keep the unread bytes.
        if (socket.writableLength > 0) socket.resetAndDestroy();
      });
      return listener(request, response);
    },
  );
  // Beyond its default of 2,000 Node drops headers silently; their size is limited anyway.
  server.maxHeadersCount = 0;
  server.maxConnections = limits.connections;
  const open = new Map<string, number>();
  server.on("connection", (socket) => {
    const address = clientKeyOf(socket.remoteAddress ?? null);
    const count = (open.get(address) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) return socket.destroy();
    open.set(address, count);
    socket.once("close", () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  return server;
}
