import "server-only";
import { AppError } from "@/lib/platform/errors";
import { ownOrigins } from "@/lib/platform/regions";
import { documentedOperations } from "./openapi/operations";

const exposed = [
  "X-Request-Id",
  "X-Tracking-Id",
  "X-Charge-Vnd",
  "X-Charge-Units",
  "X-Price-Id",
  "X-Price-Vnd",
  "X-Price-From",
  "X-Result-Code",
  "X-Engine",
  "X-Ignored",
  "X-Text-Warnings",
  "X-Formatting",
  "X-Keyterms",
  "X-Retention",
  "Idempotent-Replayed",
  "Retry-After",
  "Location",
  "Tus-Resumable",
  "Upload-Offset",
  "Upload-Length",
  "Upload-Metadata",
  "Upload-Expires",
  "RateLimit",
  "RateLimit-Policy",
];

/** The headers of a file that browsers can read. */
const exposedOfFiles = ["X-Request-Id", "X-AI-Generated", "Accept-Ranges", "Content-Range", "ETag"];

// By their first segments: none of them has a parameter.
const openPaths = [
  "/openapi.json",
  "/asyncapi.json",
  "/postman.json",
  "/llms.txt",
  ...Object.values(documentedOperations).flatMap((declared) =>
    declared.filter(({ scope }) => scope === "public").map(({ path }) => path),
  ),
];

/** Whether a path needs no key, and can be read by pages of any origin. */
export const isOpenPath = (path: string): boolean => openPaths.includes(path) || /^\/sdk(\/|$)/.test(path);

/** For public responses: neither a cookie nor a key is checked there. */
const openHeaders = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposedOfFiles.join(", "),
};

/**
 * Lets the console's playground call another region (https://fetch.spec.whatwg.org/#http-cors-protocol). Keys are for
 * servers: pages of any other origin get nothing but what `isOpen` to all. No response ever depends on a cookie.
 */
export function corsHeaders(origin: string | undefined, { isOpen = false } = {}): Record<string, string> {
  if (!origin || !ownOrigins().includes(origin)) return { vary: "Origin", ...(isOpen && openHeaders) };
  return { vary: "Origin", "access-control-allow-origin": origin, "access-control-expose-headers": exposed.join(", ") };
}

/** What an upload in parts is sent with. */
const tusHeaders = "Tus-Resumable, Upload-Length, Upload-Offset, Upload-Metadata, Upload-Checksum";

type Preflight = {
  origin: string | undefined;
  isOpen: boolean;
  /** The methods of the path. */
  allowed: string;
  /** The method of the request that a browser asks about; undefined for an `OPTIONS` that is no preflight. */
  wantedMethod: string | undefined;
};

/** Throws ORIGIN_NOT_ALLOWED if a page of another origin wants to send what only servers may: a key. */
export function preflightHeaders({ origin, isOpen, allowed, wantedMethod }: Preflight): Record<string, string> {
  const isForeign = origin && !ownOrigins().includes(origin);
  if (wantedMethod && isForeign && !isOpen) throw new AppError("ORIGIN_NOT_ALLOWED");
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
        : `Content-Type, Idempotency-Key, X-Api-Key, X-Metadata, X-Price-Id, X-Retention, ${tusHeaders}, ${conditions}`,
    "access-control-max-age": "7200",
  };
}
