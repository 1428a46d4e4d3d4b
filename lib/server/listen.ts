import "server-only";
import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { seconds } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { perProcess } from "@/lib/platform/per-process";
import { openServer } from "./connections";
import { consoleIdleMs } from "./console-link";

/** Where a server listens: an address, a private socket's path, or the handle of a port that the supervisor holds. */
export type Listening = { host: string; port: number } | { path: string } | object;

/** How long the requests in progress may take to end. */
const drainMs = seconds(30);

/** How long a connection is kept after a response that began before the stop, and so does not say that it is the last. */
const lastKeptMs = seconds(1);

const running = new WeakMap<Server, Set<ServerResponse>>();

/** Remembers the responses in progress for `drain`. */
function watched(server: Server): Server {
  const responses = new Set<ServerResponse>();
  running.set(server, responses);
  return server.on("request", (_, response) => {
    responses.add(response);
    response.once("close", () => responses.delete(response));
  });
}

export const listen = (server: Server, at: Listening): Promise<void> =>
  new Promise((listening, failed) => server.on("error", failed).listen(at, listening));

export const openPublicServer = (handler: RequestListener): Server =>
  watched(
    openServer(handler, {
      connections: perProcess(env.VANG_MAX_CONNECTIONS),
      connectionsPerAddress: perProcess(env.VANG_CONNECTIONS_PER_ADDRESS),
    }),
  );

/** The server of a private socket. What can open that is trusted; the public port has limits for all others. */
export function openPrivateServer(handler: RequestListener, state: { isClosing: boolean }): Server {
  // The headers that the public port adds come on top of what it lets through.
  const server = createServer({ keepAliveTimeout: consoleIdleMs, maxHeaderSize: 2 ** 15 }, (request, response) => {
    if (state.isClosing) response.setHeader("connection", "close");
    return handler(request, response);
  });
  server.maxHeadersCount = 0;
  return watched(server);
}

/**
 * Takes no new connections, and resolves once the requests in progress have their responses and `work` has ended.
 * Connections that are kept stay open for `graceMs`: the next request on each gets its response. A response that has not
 * begun says that it is the last one of its connection; after any other the client may just be sending its next request.
 */
export async function drain(server: Server, graceMs: number, work: () => Promise<void>): Promise<void> {
  // The `close` of Node's HTTP server would close kept connections at once, and requests that are on their way with them.
  const closed = new Promise((done) => NetServer.prototype.close.call(server, done));
  for (const response of running.get(server) ?? []) response.shouldKeepAlive = false;
  server.keepAliveTimeout = lastKeptMs;
  await Promise.race([closed, sleep(graceMs)]);
  server.closeIdleConnections();
  await Promise.race([closed.then(work), sleep(drainMs, undefined, { ref: false })]);
  server.closeAllConnections();
}
