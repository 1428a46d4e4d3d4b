/** Why a URL is none that we send requests to; each has a text under `webhooks.urlFaults`. */
export type UrlFault = "invalid" | "tooLong" | "scheme" | "port" | "userInfo" | "fragment" | "address" | "private";

export const maxUrlLength = 2000;

/** Ports that requests are sent to over https. */
const ports = ["", "8443"];

const isLoopback = (host: string): boolean =>
  host === "localhost" || host.endsWith(".localhost") || /^127(\.\d+){3}$/.test(host) || host === "[::1]";

/** Names that the public DNS does not have (RFC 6761, 6762, 8375, and `.internal`). */
const privateNames = /^[^.]*$|(^|\.)(localhost|localdomain|local|internal|home\.arpa|test|invalid|onion)$/;

/**
 * Returns the normalized URL. The addresses of its name are checked when a request connects. `isLocal`: this
 * installation is for its own machine, which allows http, every port and the loopback interface.
 */
export function readPublicUrl(
  text: string,
  { isLocal }: { isLocal: boolean },
): { url: string; fault?: undefined } | { fault: UrlFault } {
  const url = parseUrl(text);
  if (!url) return { fault: "invalid" };
  const fault = faultOf(url, text, isLocal);
  return fault ? { fault } : { url: url.href };
}

function parseUrl(text: string): URL | null {
  // The parser would drop or replace these, and show another URL than the one that was sent.
  if (!text.isWellFormed() || /[\s\p{Cc}\\]/u.test(text)) return null;
  const url = URL.parse(text);
  if (!url?.hostname) return null;
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.hostname.split(".").includes("") ? null : url;
}

function faultOf(url: URL, text: string, isLocal: boolean): UrlFault | null {
  const { href, hostname, protocol, port } = url;
  if (Math.max(text.length, href.length) > maxUrlLength) return "tooLong";
  if (url.username || url.password) return "userInfo";
  if (text.includes("#")) return "fragment";
  if (protocol !== "https:" && !(isLocal && protocol === "http:")) return "scheme";
  if (isLocal && isLoopback(hostname)) return null;
  // The parser has already turned every way to write an IPv4 address into four decimals.
  if (hostname.startsWith("[") || /^\d+(\.\d+){3}$/.test(hostname)) return "address";
  if (privateNames.test(hostname)) return "private";
  return isLocal || ports.includes(port) ? null : "port";
}
