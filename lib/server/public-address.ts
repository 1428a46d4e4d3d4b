import "server-only";
import { createHmac } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isForwarded, proxiedHeader } from "@/lib/auth/forwarded";
import { isOwnOrigin } from "@/lib/auth/origin";
import { newestKeyVersion, rootKey } from "@/lib/encryption";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { log } from "@/lib/log";
import { isLoopback } from "@/lib/net/loopback";

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

/**
 * Next fetches the page that an action redirects to from the public port, with the headers that the action's request
 * had. This one, which no client knows, shows that it is our own console.
 */
const ownHeader = "x-vang-console";
const ownToken = () => createHmac("sha256", rootKey(newestKeyVersion())).update(ownHeader).digest("base64url");

const noPublicAddress = new AppError("FORBIDDEN", { message: "api.noPublicAddress" });
let hasWarned = false;

/**
 * Why a request through a proxy is rejected while the public URL is not set: links in emails would lead nowhere, and
 * development pages would be open to the proxy's users. Null if it is accepted.
 */
export function rejectUnknownAddress(request: IncomingMessage): AppError | null {
  if (env.NODE_ENV !== "production" || env.VANG_URL || !isForwarded(request.headers)) return null;
  if (request.headers[ownHeader] === ownToken()) return null;
  if (!hasWarned) log.error("a request came through a proxy, and VANG_URL is not set: no such request is served");
  hasWarned = true;
  return noPublicAddress;
}

/**
 * Gives Next our own host instead of the request's. Next compares a form's origin with it, but a proxy can put its own
 * name there, and a client any name.
 */
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
