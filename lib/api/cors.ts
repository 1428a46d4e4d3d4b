import "server-only";
import { ownOrigins } from "@/lib/regions/regions";

const exposed = [
  "X-Request-Id",
  "X-Tracking-Id",
  "X-Charge-Vnd",
  "X-Result-Code",
  "X-Engine",
  "Idempotent-Replayed",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
];

/**
 * What lets the console's playground call another region (https://fetch.spec.whatwg.org/#http-cors-protocol). Keys are
 * for servers: pages of any other origin get nothing, and no answer ever depends on a cookie.
 */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (!origin || !ownOrigins().includes(origin)) return { vary: "Origin" };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposed.join(", ") };
}

/** The answer to a browser that asks beforehand. */
export function preflightHeaders(origin: string | undefined, allowed: string): Record<string, string> {
  const cors = corsHeaders(origin);
  if (!("access-control-allow-origin" in cors)) return { ...cors, allow: allowed };
  return {
    ...cors,
    allow: allowed,
    "access-control-allow-methods": allowed,
    "access-control-allow-headers": "Content-Type, Idempotency-Key, X-Api-Key, Range",
    "access-control-max-age": "7200",
  };
}
