import "server-only";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

/** More than any client of ours sends; what Node's parser lets through beyond it would be dropped without a word. */
export const maxHeaders = 100;

const tooManyHeaders = new Refusal("HEADERS_TOO_LARGE");
const ambiguous = new Refusal("INVALID_REQUEST", { message: "api.ambiguous" });

/**
 * Why a request is refused whose beginning or end two programs on its way could tell differently, or that names nothing
 * of ours, beyond what Node's parser refuses by itself (RFC 9112 sections 3.2, 6.1 and 6.3); null when it is fine.
 */
export function findBadFraming(request: IncomingMessage): Refusal | null {
  const { rawHeaders, headers, httpVersionMinor } = request;
  if (rawHeaders.length / 2 > maxHeaders) return tooManyHeaders;
  const coding = headers["transfer-encoding"];
  if (coding !== undefined && (coding.toLowerCase() !== "chunked" || httpVersionMinor === 0)) return ambiguous;
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts > 1 || !normaliseTarget(request) ? ambiguous : null;
}

/**
 * Brings the ways to name a resource to one: `http://host/path`, as clients of a proxy send it, becomes the path and
 * its host; a program of HTTP/1.0 need not name a host. False when the address is none of ours, like the `*` that
 * stands for a server as a whole.
 */
function normaliseTarget(request: IncomingMessage): boolean {
  request.headers.host ??= new URL(env.url).host;
  const url = request.url ?? "";
  if (url.startsWith("/")) return true;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return false;
  const { pathname, search, host } = new URL(url);
  Object.assign(request, { url: pathname + search });
  request.headers.host = host;
  return true;
}
