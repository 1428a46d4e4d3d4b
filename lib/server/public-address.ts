import "server-only";
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isForwarded, proxiedHeader } from "@/lib/access/auth/forwarded";
import { isOwnOrigin } from "@/lib/access/auth/origin";
import { newestKeyVersion, rootKey } from "@/lib/platform/encryption";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { isLoopback } from "@/lib/platform/net/loopback";

/** Throws if other machines reach this installation and its public URL is not set. */
export function requirePublicAddress(): void {
  if (env.NODE_ENV !== "production" || env.VANG_URL) return;
  const say = (setting: string, meaning: string) => {
    throw new Error(
      `${setting} is set, so ${meaning}, and VANG_URL is not. Set it to the address they use: VANG_URL=https://vang.example.com`,
    );
  };
  if (env.VANG_TRUSTED_PROXIES.length > 0) say("VANG_TRUSTED_PROXIES", "people reach Vang through a proxy");
  if (!isLoopback(env.HOST)) say(`HOST=${env.HOST}`, "other machines reach Vang");
}

/** Passwords, cookies and keys cross the network unencrypted there. */
export function warnOfPlainHttp(): void {
  if (!env.secure && !env.isLocal)
    log.warn(
      { VANG_URL: env.url },
      "VANG_URL is plain http: passwords and keys can be read on the way; put TLS in front",
    );
}

/** Marks Next's own requests to the public port, for the page an action redirects to. No client knows its value. */
const ownHeader = "x-vang-console";
const ownToken = () => createHmac("sha256", rootKey(newestKeyVersion())).update(ownHeader).digest("base64url");

const noPublicAddress = new AppError("FORBIDDEN", { message: "api.noPublicAddress" });
let hasWarned = false;

/** Rejects proxied requests without VANG_URL: emailed links would fail, development pages be open. Null if accepted. */
export function rejectUnknownAddress(request: IncomingMessage): AppError | null {
  if (env.NODE_ENV !== "production" || env.VANG_URL || !isForwarded(request.headers)) return null;
  if (request.headers[ownHeader] === ownToken()) return null;
  if (!hasWarned) log.error("a request came through a proxy, and VANG_URL is not set: no such request is served");
  hasWarned = true;
  return noPublicAddress;
}

/** Gives Next our own host, with which it compares a form's origin: proxies and clients can put any name there. */
export function describeToConsole(request: IncomingMessage): void {
  const { headers } = request;
  // Only proxies speak HTTP/1.0 today, and those that do may add no header of their own.
  const isProxied = isForwarded(headers) || request.httpVersionMinor === 0;
  for (const name of [proxiedHeader, "x-forwarded-host", "x-forwarded-port"]) delete headers[name];
  if (isProxied) headers[proxiedHeader] = "1";
  delete headers[ownHeader];
  if (!env.VANG_URL) headers[ownHeader] = ownToken();
  headers["x-forwarded-proto"] = env.secure ? "https" : "http";
  // This machine has three names, and the Host header shows DNS rebinding: a page of another site whose name resolves
  // to this machine.
  if (!env.isLocal) headers.host = new URL(env.url).host;
  else if (isOwnOrigin(headers.origin)) headers["x-forwarded-host"] = new URL(headers.origin).host;
}
