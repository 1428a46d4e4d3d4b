import "server-only";
import type { IncomingMessage } from "node:http";
import { env } from "./env";
import { type Address, isInNetworks, parseAddress } from "./networks";

/**
 * Where a request came from: the connection's other end, and only where that is one of VANG_TRUSTED_PROXIES what it
 * says in X-Forwarded-For, read from its own end up to the first hop that is no such proxy. What stands before that
 * hop is anybody's claim. Null when the connection has already ended.
 */
export function clientAddress({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): Address | null {
  let address = parseAddress(socket.remoteAddress ?? "");
  const hops = String(headers["x-forwarded-for"] ?? "").split(",");
  while (address && hops.length > 0 && isInNetworks(address, env.VANG_TRUSTED_PROXIES)) {
    const before = parseAddress(withoutPort(hops.pop() ?? ""));
    if (!before) break;
    address = before;
  }
  return address;
}

/** Some proxies write the port too: `198.51.100.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const found = /^\[([^\]]*:[^\]]*)\](:\d{1,5})?$/.exec(hop.trim()) ?? /^([\d.]+):\d{1,5}$/.exec(hop.trim());
  return found?.[1] ?? hop;
}
