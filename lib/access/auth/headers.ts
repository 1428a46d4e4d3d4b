import { days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { ownOrigins } from "@/lib/platform/regions";

/** A page runs its own scripts, by nonce, and what those load; audio and requests are of our own origins only. */
export function contentPolicy(nonce: string): string {
  const dev = env.NODE_ENV === "development";
  return [
    "default-src 'self'",
    // React's development build uses `eval` to rebuild server stacks.
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${dev ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // Positioned menus and the waveform set style attributes; an attribute can load nothing under these rules.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `media-src 'self' blob: data: ${regions()}`,
    "font-src 'self'",
    `connect-src 'self' blob: ${regions()} ${sockets()}${dev ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

// The playground calls the API of the selected region, also by WebSocket, which an `https:` source does not allow.
const regions = () => ownOrigins().join(" ");
const sockets = () =>
  ownOrigins()
    .map((origin) => origin.replace(/^http/, "ws"))
    .join(" ");

/** The microphone is for transcribing in the playground, on our own pages only. */
export const securityHeaders = (): Record<string, string> => ({
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=(self), payment=(), usb=()",
  ...(env.secure && { "strict-transport-security": `max-age=${days(730) / 1000}` }),
});
