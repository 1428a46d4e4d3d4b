import "server-only";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";

/** More than any client of ours sends; what Node's parser lets through beyond it would be dropped without a word. */
export const maxHeaders = 100;

/**
 * The status to refuse a request with whose beginning or end two programs on its way could tell differently, beyond
 * what Node's parser refuses by itself (RFC 9112 sections 3.2, 6.1 and 6.3); null when it is fine.
 */
export function findBadFraming(request: IncomingMessage): 400 | 431 | null {
  const { rawHeaders, headers, httpVersionMinor } = request;
  if (rawHeaders.length / 2 > maxHeaders) return 431;
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersionMinor === 0)) return 400;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts > 1 ? 400 : null;
}

/**
 * Brings the ways to name a resource to one: `http://host/path`, as clients of a proxy send it, becomes the path and
 * its host; a program of HTTP/1.0 need not name a host. False when the address is none of ours, like the `*` that
 * stands for a server as a whole.
 */
export function normaliseTarget(request: IncomingMessage): boolean {
  request.headers.host ??= new URL(env.url).host;
  const url = request.url ?? "";
  if (url.startsWith("/")) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { pathname, search, host } = new URL(url);
  Object.assign(request, { url: pathname + search });
  request.headers.host = host;
  return true;
}
