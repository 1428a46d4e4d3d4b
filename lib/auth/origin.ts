import "server-only";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";

/**
 * Whether a request that changes something came from one of our own pages. Stricter than Next: an absent origin is
 * foreign too, since no page of ours ever sends a form without one.
 */
export function isSameOrigin(headers: Headers): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  if (!origin || (site && site !== "same-origin")) return false;
  // The host this request came to: one installation answers to `localhost` and to `127.0.0.1`. Never a forwarded one.
  const here = `${env.secure ? "https" : "http"}://${headers.get("host")}`;
  return origin === env.url || origin === here;
}

/** Throws FORBIDDEN for a request that did not come from one of our own pages. */
export function requireSameOrigin(headers: Headers): void {
  if (!isSameOrigin(headers)) throw new Refusal("FORBIDDEN", { message: "auth.foreignOrigin" });
}
