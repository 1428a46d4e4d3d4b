import "server-only";
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hono } from "hono";
import { type ServerOptions, type WebSocket, WebSocketServer } from "ws";
import type { ApiEnv } from "@/lib/api/authenticate";
import { closeCodeOf, maxMessageBytes, parseObject } from "@/lib/api/live/connection";
import { liveProtocol, protocolsOf, realtimeProtocol, takesKeyInside, tokenOf } from "@/lib/api/live/paths";
import type { Upgrade } from "@/lib/api/live/upgrade";
import { rejectEarly } from "@/lib/api/reject";
import { seconds } from "@/lib/platform/clock";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { leaveSessions } from "@/lib/speech/live/open-sessions";
import { leaveSpoken } from "@/lib/speech/spoken/session";
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

/** How long a key is waited for in the first message, and in how many connections of this process at once. */
export const keyInside = { longestMs: seconds(5), mostWaiting: perProcess(100) };

let waitingForKey = 0;

class WebSocketRequest implements Upgrade {
  /** Whether its handler has accepted it. */
  hasOpened = false;
  readonly #request: IncomingMessage;
  readonly #socket: Duplex;
  readonly #head: Buffer;
  /** Opened before it was accepted, with what has come since. */
  #early: { socket: WebSocket; came: [Buffer, boolean][]; keep: (data: Buffer, isBinary: boolean) => void } | undefined;

  constructor(request: IncomingMessage, socket: Duplex, head: Buffer) {
    this.#request = request;
    this.#socket = socket;
    this.#head = head;
  }

  accept: Upgrade["accept"] = async (protocol, headers) => {
    this.hasOpened = true;
    if (!this.#early) return this.#open(protocol, headers);
    const { socket, came, keep } = this.#early;
    // Handed over when its reader is there, in the order in which it came.
    setImmediate(() => {
      socket.off("message", keep);
      for (const message of came) socket.emit("message", ...message);
      socket.resume();
    });
    return socket;
  };

  /** Opens the WebSocket to read a key from its first message; undefined if none comes. */
  async readKeyInside(): Promise<string | undefined> {
    waitingForKey++;
    try {
      const socket = await this.#open();
      socket.on("error", () => undefined);
      const came: [Buffer, boolean][] = [];
      const first = new Promise<void>((resolve) => {
        const keep = (data: Buffer, isBinary: boolean) => {
          came.push([data, isBinary]);
          // Of what follows no more is read than what came with it.
          socket.pause();
          resolve();
        };
        socket.on("message", keep);
        socket.once("close", () => resolve());
        this.#early = { socket, came, keep };
      });
      await Promise.race([first, sleep(keyInside.longestMs, undefined, { ref: false })]);
      const [data] = came[0] ?? [];
      const { xi_api_key: key } = (data && parseObject(String(data))) ?? {};
      return typeof key === "string" ? key : undefined;
    } finally {
      waitingForKey--;
    }
  }

  /** Sends an error in the WebSocket and closes it, in the place of a response. */
  async reject(message: object, code: ErrorCode, protocol?: string): Promise<void> {
    const { socket, keep } = this.#early ?? { socket: await this.#open(protocol) };
    socket.on("error", () => undefined);
    if (keep) socket.off("message", keep).resume();
    socket.send(JSON.stringify(message));
    socket.close(closeCodeOf(new AppError(code)), code);
  }

  get isOpenEarly(): boolean {
    return this.#early !== undefined;
  }

  #open(protocol?: string, headers?: Record<string, string>): Promise<WebSocket> {
    return new Promise((opened, failed) => {
      chosen.set(this.#request, { protocol, headers });
      // A handshake that is wrong is answered there with 400, and a client that has left has no socket.
      this.#socket.once("close", () => failed(new AppError("CLIENT_CLOSED")));
      sockets.handleUpgrade(this.#request, this.#socket, this.#head, (socket) => {
        endWhenSilent(socket);
        opened(socket);
      });
    });
  }
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
  const isKeyInside = takesKeyInside(url.pathname) && !headers.some(([name]) => keyHeaders.includes(name));
  if (isKeyInside && waitingForKey >= keyInside.mostWaiting)
    return rejectEarly(request, response, new AppError("OVERLOADED"));
  if (isKeyInside) headers.push(["xi-api-key", (await upgrade.readKeyInside()) ?? ""]);
  const answer = await app.fetch(new Request(url, { headers }), { incoming: request, upgrade });
  if (upgrade.hasOpened) {
    // It has begun to stop since the request came.
    if (state.isClosing) await Promise.all([leaveSessions(), leaveSpoken()]);
    return;
  }
  if (upgrade.isOpenEarly) {
    const problem = (await answer.json()) as { code: ErrorCode };
    return upgrade.reject({ ...problem, error: problem.code.toLowerCase() }, problem.code);
  }
  // A page cannot read the response to a rejected handshake, so the error is sent in a WebSocket.
  const offered = protocolsOf(request.headers["sec-websocket-protocol"]);
  const protocol = [liveProtocol, realtimeProtocol].find((one) => offered.includes(one));
  if (protocol && tokenOf(offered)) {
    const problem = (await answer.json()) as { code: ErrorCode; error?: object };
    // An error in OpenAI's shape where its clients are served.
    const { error } = problem;
    return upgrade.reject({ type: "error", ...(error ? { error } : { problem }) }, problem.code, protocol);
  }
  response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), connection: "close" });
  response.end(Buffer.from(await answer.arrayBuffer()));
}

/** Without one of them the key can come in the first message. */
const keyHeaders = ["xi-api-key", "x-api-key", "authorization"];

/** A response to a request whose connection Node has handed over; it closes the connection. */
function responseOn(request: IncomingMessage, socket: Duplex): ServerResponse {
  const response = new ServerResponse(request);
  response.assignSocket(socket as never);
  response.shouldKeepAlive = false;
  response.on("finish", () => socket.end());
  return response;
}
