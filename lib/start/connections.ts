import "server-only";
import type { IncomingMessage, Server, ServerOptions, ServerResponse } from "node:http";
import ipaddr from "ipaddr.js";
import { seconds } from "@/lib/clock";

/** Node's own: headers must be whole within 10 s, looked at each 2.5 s; a connection between two calls is kept for 30 s. */
export const connectionLimits: ServerOptions = {
  headersTimeout: seconds(10),
  connectionsCheckingInterval: seconds(2.5),
  keepAliveTimeout: seconds(30),
};

const lookEveryMs = seconds(1);
const slowForMs = seconds(10);
const leastBytesPerSecond = 1000;

type Mark = { at: number; bytes: number };
type Exchange = { request: IncomingMessage; response: ServerResponse; read: Mark; sent: Mark };

/**
 * Cuts whoever keeps a connection for nothing: a body slower than 1 kB a second over 10 s, an answer of which not
 * one piece (64 kB of a file) is taken in 10 s, and connections beyond `mostPerAddress` from one address (of IPv6, one
 * network of 64 bits).
 */
export function guardConnections(server: Server, { mostPerAddress }: { mostPerAddress: number }): void {
  const exchanges = new Set<Exchange>();
  const places = new Map<string, number>();

  server.on("connection", (socket) => {
    const place = placeOf(socket.remoteAddress);
    const count = (places.get(place) ?? 0) + 1;
    if (count > mostPerAddress) return socket.destroy();
    places.set(place, count);
    socket.once("close", () => {
      const left = (places.get(place) ?? 1) - 1;
      if (left > 0) places.set(place, left);
      else places.delete(place);
    });
  });
  server.on("request", (request, response) => {
    const at = performance.now();
    const { bytesRead, bytesWritten } = request.socket;
    const exchange = { request, response, read: { at, bytes: bytesRead }, sent: { at, bytes: bytesWritten } };
    exchanges.add(exchange);
    // Who is answered before all of the request has come may still be sending it.
    response.once("close", () => isOver(exchange) && exchanges.delete(exchange));
  });
  const look = setInterval(() => {
    for (const exchange of exchanges) {
      if (isOver(exchange)) exchanges.delete(exchange);
      // Ended politely, what waits for its reader would stay in the kernel until it is taken.
      else if (isSlow(exchange)) exchange.request.socket.resetAndDestroy();
    }
  }, lookEveryMs).unref();
  server.on("close", () => clearInterval(look));
}

function placeOf(address = ""): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed.kind() === "ipv6" ? parsed.toNormalizedString().split(":").slice(0, 4).join(":") : parsed.toString();
}

const isOver = ({ request, response }: Exchange): boolean =>
  request.socket.destroyed || (response.closed && request.complete);

function isSlow({ request, read, sent }: Exchange): boolean {
  const { socket } = request;
  // Bytes that wait for us to read them are our own slowness.
  const isComing = !request.complete && request.readableLength === 0;
  const waiting = socket.writableLength;
  return (
    lags(read, socket.bytesRead, isComing, (leastBytesPerSecond * slowForMs) / 1000) ||
    lags(sent, socket.bytesWritten - waiting, waiting > 0, 1)
  );
}

/** Whether `bytes` grew by less than `least` in 10 s, while there was something to wait for. */
function lags(mark: Mark, bytes: number, isAwaited: boolean, least: number): boolean {
  const now = performance.now();
  const isSlow = isAwaited && bytes - mark.bytes < least;
  if (!isSlow) Object.assign(mark, { at: now, bytes });
  return isSlow && now - mark.at >= slowForMs;
}
