import "server-only";
import { Refusal } from "@/lib/errors";
import { ownOrigins } from "@/lib/regions";
import { operations } from "./openapi/operations";

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

/** What browsers may read of a file beside its bytes. */
const exposedOfFiles = ["X-Request-Id", "X-AI-Generated", "Accept-Ranges", "Content-Range", "ETag"];

// By their first parts: none of them has a parameter.
const openPaths = [
  "/openapi.json",
  "/llms.txt",
  ...Object.values(operations).flatMap((declared) =>
    declared.filter(({ scope }) => scope === "nobody").map(({ path }) => path),
  ),
];

/** Whether a path answers without a key, and may be read by pages of any origin. */
export const isOpenPath = (path: string): boolean => openPaths.includes(path);

/** For what anybody may read: no cookie and no key is looked at there. */
const openHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedOfFiles.join(", "),
};

/**
 * What lets the console's playground call another region (https://fetch.spec.whatwg.org/#http-cors-protocol). Keys are
 * for servers: pages of any other origin get nothing but what `isOpen` to all. No response ever depends on a cookie.
 */
export function corsHeaders(origin: string | undefined, { isOpen = false } = {}): Record<string, string> {
  if (!origin || !ownOrigins().includes(origin)) return { vary: "Origin", ...(isOpen && openHeaders) };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposed.join(", ") };
}

type Preflight = { origin: string | undefined; allowed: string; isOpen: boolean };

/** The answer to a browser that asks beforehand. */
export function preflightHeaders({ origin, allowed, isOpen }: Preflight): Record<string, string> {
  const cors = corsHeaders(origin, { isOpen });
  if (!("access-control-allow-origin" in cors)) return { ...cors, allow: allowed };
  const conditions = "Range, If-Range, If-Match, If-None-Match, If-Modified-Since";
  return {
    ...cors,
    allow: allowed,
    "access-control-allow-methods": allowed,
    "access-control-allow-headers":
      cors["access-control-allow-origin"] === "*"
        ? conditions
        : `Content-Type, Idempotency-Key, X-Api-Key, ${conditions}`,
    "access-control-max-age": "7200",
  };
}

/** Throws ORIGIN_NOT_ALLOWED where a page of another origin asks to send what only servers may: a key. */
export function requireOwnOrigin({ origin, isOpen }: Omit<Preflight, "allowed">): void {
  if (!origin || isOpen || ownOrigins().includes(origin)) return;
  throw new Refusal("ORIGIN_NOT_ALLOWED");
}
