import "server-only";
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Hono } from "hono";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import type { ApiEnv } from "@/lib/api/authenticate";
import { closeCodeOf, maxMessageBytes } from "@/lib/api/live/connection";
import { liveProtocol, protocolsOf, tokenProtocol } from "@/lib/api/live/paths";
import type { Upgrade } from "@/lib/api/live/upgrade";
import { rejectEarly } from "@/lib/api/reject";
import { seconds } from "@/lib/platform/clock";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { leaveSessions } from "@/lib/speech/live/open-sessions";
import { isAmbiguous } from "./connections";
import { rejectUnknownAddress } from "./public-address";

/** Messages are checked by `LiveConnection`, so that the client gets an error. These bounds protect memory. */
const socketOptions: ServerOptions & { maxFragments: number; closeTimeout: number } = {
  noServer: true,
  perMessageDeflate: false,
  clientTracking: false,
  maxPayload: 2 * maxMessageBytes,
  skipUTF8Validation: true,
  handleProtocols: (_, request) => chosen.get(request)?.protocol ?? false,
  // In how many pieces a message may come, and how long the other side may take to close; both are missing in the types.
  maxFragments: 16,
  closeTimeout: 5000,
};

const sockets = new WebSocketServer(socketOptions).on("headers", (lines, request) => {
  for (const [name, value] of Object.entries(chosen.get(request)?.headers ?? {})) lines.push(`${name}: ${value}`);
});

/** How often the other side is asked whether it is there, and how often it can stay silent. */
export const pings = { everyMs: seconds(10), mostMissed: 2 };

/** What its handler chose for the response to a handshake. */
const chosen = new WeakMap<IncomingMessage, { protocol?: string; headers?: Record<string, string> }>();

class WebSocketRequest implements Upgrade {
  hasOpened = false;
  readonly #request: IncomingMessage;
  readonly #socket: Duplex;
  readonly #head: Buffer;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer) {
    this.#request = request;
    this.#socket = socket;
    this.#head = head;
  }

  accept: Upgrade["accept"] = (protocol, headers) =>
    new Promise((opened, failed) => {
      chosen.set(this.#request, { protocol, headers });
      this.hasOpened = true;
      // A handshake that is wrong is answered there with 400, and a client that has left has no socket.
      this.#socket.once("close", () => failed(new AppError("CLIENT_CLOSED")));
      sockets.handleUpgrade(this.#request, this.#socket, this.#head, (socket) => {
        endWhenSilent(socket);
        opened(socket);
      });
    });
}

/** Ends a connection that is half-open: the other side is gone, or hangs, and its TCP connection does not show it. */
function endWhenSilent(socket: WebSocket): void {
  let missed = 0;
  const timer = setInterval(() => {
    // Nothing is read then, so no pong either.
    if (socket.isPaused) return;
    if (missed >= pings.mostMissed) return socket.terminate();
    missed++;
    socket.ping();
  }, pings.everyMs).unref();
  const isThere = () => {
    missed = 0;
  };
  socket.on("pong", isThere).on("message", isThere);
  socket.once("close", () => clearInterval(timer));
}

/** Serves the WebSockets of the API. What is rejected gets a response like any other request, and its connection closes. */
export function serveSockets(server: Server, app: Hono<ApiEnv>, state: { isClosing: boolean }): void {
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    serve(app, state, request, socket, head).catch((error: Error) => {
      log.error({ error: error.name }, "a request for a WebSocket was dropped");
      socket.destroy();
    });
  });
}

async function serve(
  app: Hono<ApiEnv>,
  state: { isClosing: boolean },
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
) {
  const response = responseOn(request, socket);
  if (isAmbiguous(request)) return rejectEarly(request, response, new AppError("INVALID_REQUEST"));
  const misdirected = rejectUnknownAddress(request);
  if (misdirected) return rejectEarly(request, response, misdirected);
  if (state.isClosing) return rejectEarly(request, response, new AppError("OVERLOADED", { message: "api.ending" }));
  const upgrade = new WebSocketRequest(request, socket, head);
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  );
  const url = new URL(request.url ?? "/", `http://${request.headers.host ?? "localhost"}`);
  const answer = await app.fetch(new Request(url, { headers }), { incoming: request, upgrade });
  if (upgrade.hasOpened) {
    // It has begun to stop since the request came.
    if (state.isClosing) await leaveSessions();
    return;
  }
  // A page cannot read the response to a rejected handshake, so the error is sent in a WebSocket.
  const offered = protocolsOf(request.headers["sec-websocket-protocol"]);
  if (offered.includes(liveProtocol) && offered.some((one) => one.startsWith(tokenProtocol)))
    return rejectInside(upgrade, answer);
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: "close" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** A response to a request whose connection Node has handed over; it closes the connection. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.assignSocket(socket as never);
  response.shouldKeepAlive = false;
  response.on("finish", () => socket.end());
  return response;
}

async function rejectInside(upgrade: WebSocketRequest, answer: Response): Promise<void> {
  const problem = (await answer.json()) as { code: ErrorCode };
  const opened = await upgrade.accept(liveProtocol);
  opened.on("error", () => undefined);
  opened.send(JSON.stringify({ type: "error", problem }));
  opened.close(closeCodeOf(new AppError(problem.code)), problem.code);
}
