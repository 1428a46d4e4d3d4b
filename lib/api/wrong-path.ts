import type { IncomingHttpHeaders } from "node:http";

/** The first segment of every path that belongs to the console: its pages, its routes and the files in `public`. */
export const consoleRoots = [
  "",
  ".well-known",
  "_next",
  "_not-found",
  "_global-error",
  "account",
  "confirm-email",
  "console",
  "dev",
  "docs",
  "docs.md",
  "en",
  "favicon.ico",
  "forgot",
  "icon-192.png",
  "icon-512.png",
  "icon.svg",
  "invitation",
  "keep-factors",
  "key-usage",
  "link",
  "live-capture.js",
  "manifest.webmanifest",
  "not-me",
  "offline-worker.js",
  "operator",
  "operator-logo",
  "reset",
  "reset-factors",
  "robots.txt",
  "shared",
  "sign-in",
  "sign-out",
  "sign-up",
  "site.js",
  "social.png",
  "status",
  "undo-email",
  "verify",
  "vi",
];

/** Whether a program uses a wrong path of the API: it gets the API's 404, and a browser the console's page. */
export function seeksApi({ url, headers }: { url: string; headers: IncomingHttpHeaders }): boolean {
  const [root = "", second = ""] = url.slice(1).split(/[/?]/, 2);
  // `/api/tts` is as wrong as `/v1/tts`.
  const isConsolePath = root === "api" ? second === "auth" || second === "console" : consoleRoots.includes(root);
  if (isConsolePath) return false;
  // Scripts of our own pages also request the data of missing pages.
  if (headers.rsc !== undefined || headers["next-action"] !== undefined) return false;
  const sendsKey = headers["x-api-key"] !== undefined || headers.authorization !== undefined;
  return sendsKey || !headers.accept?.includes("text/html");
}
