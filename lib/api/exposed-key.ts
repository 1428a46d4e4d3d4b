import "server-only";
import type { Context } from "hono";
import { Refusal } from "@/lib/errors";
import { identify } from "@/lib/keys/authenticate";
import { flagExposed } from "@/lib/keys/exposure";
import { containsSecret, findSecret } from "@/lib/keys/secret";
import { log } from "@/lib/log";
import { recordRefusal } from "@/lib/request-log/record";
import { type ApiEnv, addressOf } from "./door";

/** Where a key stood that everybody on the way writes into a log. */
export type Exposed = { secret: string | null; where: "url" | "referer" | "header name" };

/**
 * A key of ours, or anything given as one, in the address, in the address of the page that led here, or for a header's
 * name. Its secret only when it is whole. Null for the requests that keep their key where it belongs.
 */
export function findExposedKey(c: Context<ApiEnv>): Exposed | null {
  const url = decode(c.req.url);
  if (containsSecret(url) || /[?&](x[-_]?)?api[-_]?key=/i.test(url)) return { secret: findSecret(url), where: "url" };
  const referer = decode(c.req.header("referer") ?? "");
  if (containsSecret(referer)) return { secret: findSecret(referer), where: "referer" };
  // Names come in lower case: such a key is spoilt, though it was sent whole.
  const names = Object.keys(c.env?.incoming?.headers ?? {}).join("\n");
  return containsSecret(names) ? { secret: null, where: "header name" } : null;
}

/**
 * Throws KEY_IN_URL. Meanwhile the request is recorded, the key is flagged in the console and its owners are emailed; it
 * still works. The response is the same for a key of ours, one that never was, and a word that looks like one.
 */
export function refuseExposed(c: Context<ApiEnv>, exposed: Exposed): never {
  noteExposed(c, exposed).catch((error: Error) => log.error({ reason: error.name }, "an exposed key was not noted"));
  throw new Refusal("KEY_IN_URL");
}

async function noteExposed(c: Context<ApiEnv>, { secret, where }: Exposed): Promise<void> {
  if (!secret) return;
  const found = await identify(secret);
  const key = found.live ?? found.dead;
  if (!key) return;
  recordRefusal({
    requestId: c.get("requestId"),
    businessId: key.businessId,
    keyId: key.keyId,
    code: "KEY_IN_URL",
    detail: { address: addressOf(c)?.toString() ?? null, where },
    method: c.req.method,
    path: c.req.path.includes("vang_") ? "/" : c.req.path,
  });
  if (found.live && where !== "header name") await flagExposed(found.live, where);
}

/** The text with what percent-encoding hides in it, once and twice. */
function decode(text: string): string {
  const once = unescapeAscii(text);
  return `${text}\n${once}\n${unescapeAscii(once)}`;
}

const unescapeAscii = (text: string) =>
  text.replace(/%([0-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
