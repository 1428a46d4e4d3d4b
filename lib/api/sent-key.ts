import "server-only";
import type { Context } from "hono";
import { containsSecret, isWellFormedSecret } from "@/lib/keys/secret";
import { AppError } from "@/lib/platform/errors";
import type { ApiEnv } from "./authenticate";
import { isOpenAiPath } from "./openai/errors";

/** Headers in which other services take their keys. */
const otherHeaders = [
  "api-key",
  "apikey",
  "api_key",
  "x-apikey",
  "x-api-token",
  "x-auth-token",
  "x-access-token",
  "xi-api-key",
  "x-goog-api-key",
  "ocp-apim-subscription-key",
  "token",
];

/**
 * The secret of the key that a request was sent with: in `X-Api-Key`, under `/v1` also as a Bearer token. Throws
 * KEY_MISSING or KEY_INVALID, which name what is wrong with the header but repeat nothing of its value.
 */
export function readSentKey(c: Context<ApiEnv>): string {
  const key = c.req.header("x-api-key");
  const authorization = c.req.header("authorization");
  const isOpenAi = isOpenAiPath(c.req.path);
  if (key) return requireSecret(key, "X-Api-Key");
  if (authorization && isOpenAi) return requireSecret(bearerToken(authorization), "Authorization");
  if (authorization) throw missing("keyInAuthorization");
  if (key !== undefined) throw missing("keyEmpty", { header: "X-Api-Key" });
  if (authorization !== undefined && isOpenAi) throw missing("keyEmpty", { header: "Authorization" });
  const header = findOtherHeader(c);
  if (header) throw missing(isOpenAi ? "keyInOtherHeaderV1" : "keyInOtherHeader", { header });
  throw new AppError("KEY_MISSING");
}

/** RFC 6750 section 2.1. Throws KEY_MISSING where there is no Bearer token. */
function bearerToken(authorization: string): string {
  const [, scheme = "", token = ""] = /^(\S*)\s*(.*)$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) {
    if (!token) throw missing("keyEmpty", { header: "Authorization" });
    return token;
  }
  // The scheme is repeated only where it can be no part of a key.
  if (/^(basic|digest|token|key|apikey|api-key|x-api-key|negotiate)$/i.test(scheme))
    throw missing("keyScheme", { scheme });
  throw missing("keyWithoutBearer");
}

function requireSecret(text: string, header: string): string {
  if (isWellFormedSecret(text)) return text;
  const mistake = mistakeIn(text);
  const message = mistake === "keyPrefixed" && header === "Authorization" ? "keyPrefixedTwice" : mistake;
  throw new AppError("KEY_INVALID", message ? { message: `api.${message}`, values: { header } } : {});
}

/** What is probably wrong with what was sent in the place of a key; undefined if it only is no key. */
function mistakeIn(text: string): string | undefined {
  if (/^(bearer|token|basic|apikey|api-key|x-api-key)(:|\s|$)/i.test(text)) return "keyPrefixed";
  // Node joins the values of a header that was sent twice.
  if (/^[^,]+,\s*[^,]+$/.test(text)) return "keyTwice";
  if (/^\$|^%\w+%$|[{}<>]|your[-_ ]?(api[-_ ]?)?key|^(undefined|null|none)$/i.test(text)) return "keyPlaceholder";
  // Header values arrive byte by byte, so typographic quotes are three characters.
  if (/^(["'`]|\xe2\x80)|(["'`]|\xe2\x80.)$/.test(text)) return "keyQuoted";
  if (/\s|\\[nrt]|%0a|%0d|%20|[^\x21-\x7e]/i.test(text)) return "keySpaced";
  if (/^(sk-|sk_|whsec_|pk_|AIza)/.test(text)) return "keyOfOther";
  return undefined;
}

function findOtherHeader(c: Context<ApiEnv>): string | undefined {
  const sent = Object.entries(c.req.header());
  const [name] =
    sent.find(([, value]) => containsSecret(value)) ?? sent.find(([one]) => otherHeaders.includes(one)) ?? [];
  return name && name.length <= 40 ? name : undefined;
}

const missing = (message: string, values?: Record<string, string>) =>
  new AppError("KEY_MISSING", { message: `api.${message}`, values });
