import "server-only";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/platform/env";
import { type Address, isInNetworks, parseAddress } from "./networks";

/**
 * The client's address: the connection's remote address, or, if that is one of VANG_TRUSTED_PROXIES, the last hop in
 * X-Forwarded-For that is not a trusted proxy. Earlier hops can be forged. Null when the connection has already ended.
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
