import "server-only";
import type { Context } from "hono";
import { flagExposed } from "@/lib/keys/exposure";
import { identify } from "@/lib/keys/find-live-key";
import { recordRejectedRequest } from "@/lib/keys/request-log/record";
import { containsSecret, findSecret, fingerprints } from "@/lib/keys/secret";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { type ApiEnv, addressOf } from "./authenticate";

/** Where a key was that servers and proxies log. Its secret only if it is complete. */
type Exposed = { secret: string | null; where: "url" | "referer" | "header name" };

/**
 * Throws KEY_IN_URL for a request with a key where servers and proxies log it, and notifies the owners; the key still
 * works. The response does not reveal if it exists.
 */
export function rejectExposedKey(c: Context<ApiEnv>): void {
  const exposed = findExposedKey(c);
  if (!exposed) return;
  recordExposed(c, exposed).catch((error: Error) =>
    log.error({ reason: error.name }, "an exposed key was not recorded"),
  );
  throw new AppError("KEY_IN_URL");
}

/** A key of ours, or anything sent as one, where it does not belong. */
function findExposedKey(c: Context<ApiEnv>): Exposed | null {
  const url = decode(c.req.url);
  if (containsSecret(url) || /[?&](x[-_]?)?api[-_]?key=/i.test(url)) return { secret: findSecret(url), where: "url" };
  const referer = decode(c.req.header("referer") ?? "");
  if (containsSecret(referer)) return { secret: findSecret(referer), where: "referer" };
  // Header names arrive in lower case, so such a key is not usable.
  const names = Object.keys(c.env?.incoming?.headers ?? {}).join("\n");
  return containsSecret(names) ? { secret: null, where: "header name" } : null;
}

async function recordExposed(c: Context<ApiEnv>, { secret, where }: Exposed): Promise<void> {
  if (!secret) return;
  const found = await identify(fingerprints(secret));
  const key = found.live ?? found.dead;
  if (!key) return;
  recordRejectedRequest({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
    keyHint: key.keyHint,
    mode: key.mode,
    code: "KEY_IN_URL",
    detail: { address: addressOf(c)?.toString() ?? null, where },
    method: c.req.method,
    path: containsSecret(decode(c.req.path)) ? "/" : c.req.path,
    endedJob: false,
  });
  if (found.live && where !== "header name") await flagExposed(found.live, where);
}

/** The text decoded from percent-encoding, once and twice. */
function decode(text: string): string {
  const once = unescapeAscii(text);
  return `${text}\n${once}\n${unescapeAscii(once)}`;
}

const unescapeAscii = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
