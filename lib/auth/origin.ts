import "server-only";
import { env, loopbackHosts } from "@/lib/env";
import { Refusal } from "@/lib/errors";

/**
 * Whether a request that changes something came from one of our own pages. Stricter than Next: an absent origin is
 * foreign too, since no page of ours ever sends a form without one.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (!origin || (site && site !== "same-origin")) return false;
  return isOwnOrigin(origin);
}

/**
 * Whether our own pages have this origin: VANG_URL's, and while that is this machine, its other names too. Never one
 * that the request itself names: a page whose name was made to lead here (DNS rebinding) names its own host.
 */
export function isOwnOrigin(origin: string | undefined): origin is string {
  if (!env.isLocal) return origin === env.url;
  const { protocol, port } = new URL(env.url);
  return loopbackHosts.some((host) => origin === new URL(`${protocol}//${host}:${port}`).origin);
}

/** Throws FORBIDDEN for a request that did not come from one of our own pages. */
export function requireSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new Refusal("FORBIDDEN", { message: "auth.foreignOrigin" });
}
