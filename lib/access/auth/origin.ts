import "server-only";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { loopbackHosts } from "@/lib/platform/net/loopback";

/** Stricter than Next: an absent origin is rejected too, because our pages never send a form without one. */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (!origin || (site && site !== "same-origin")) return false;
  return isOwnOrigin(origin);
}

/** Never an origin taken from the request: in a DNS rebinding attack the request names the attacker's host. */
export function isOwnOrigin(origin: string | undefined): origin is string {
  if (!env.isLocal) return origin === env.url;
  const { protocol, port } = new URL(env.url);
  return loopbackHosts.some((host) => origin === new URL(`${protocol}//${host}:${port}`).origin);
}

/** Throws FORBIDDEN for a request that did not come from one of our own pages. */
export function requireSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new AppError("FORBIDDEN", { message: "auth.foreignOrigin" });
}
