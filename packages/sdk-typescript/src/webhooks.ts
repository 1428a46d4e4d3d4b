import { VangSignatureError } from "./errors.js";
import type { WebhookEvent } from "./types.gen.js";

type HeaderSource = Headers | Readonly<Record<string, string | string[] | undefined>>;

/**
 * Checks that Vang sent this webhook in the last `toleranceSeconds`, by Standard Webhooks, and parses it. `rawBody`: as it
 * was received, not JSON that was written again. `secret`: or several while one is replaced. Throws VangSignatureError.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: HeaderSource,
  secret: string | readonly string[],
  toleranceSeconds = 300,
  nowSeconds = Date.now() / 1000,
): Promise<WebhookEvent> {
  const id = readHeader(headers, "webhook-id");
  const timestamp = readHeader(headers, "webhook-timestamp");
  const signatures = readHeader(headers, "webhook-signature");
  if (!id || !signatures || !/^\d{1,15}$/.test(timestamp)) throw new VangSignatureError("The webhook is not signed.");
  const age = nowSeconds - Number(timestamp);
  if (Math.abs(age) > toleranceSeconds)
    throw new VangSignatureError(`The webhook is too ${age > 0 ? "old" : "new"} by its timestamp.`);

  const body = typeof rawBody === "string" ? new TextEncoder().encode(rawBody) : rawBody;
  const signed = joinBytes(new TextEncoder().encode(`${id}.${timestamp}.`), body);
  const given = signatures
    .split(" ")
    .flatMap((one) => (one.startsWith("v1,") ? (decodeBase64(one.slice(3)) ?? []) : []));
  let isSigned = false;
  // WebCrypto compares in constant time.
  for (const key of await Promise.all([secret].flat().map(importSecret)))
    for (const signature of given) isSigned = (await crypto.subtle.verify("HMAC", key, signature, signed)) || isSigned;
  if (!isSigned) throw new VangSignatureError("The webhook's signature is wrong.");
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (cause) {
    throw new VangSignatureError("The webhook's body is not JSON.", { cause });
  }
}

function readHeader(headers: HeaderSource, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? "";
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (Array.isArray(found) ? found[0] : found) ?? "";
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const key = decodeBase64(secret.replace(/^whsec_/, ""));
  if (!key?.length) throw new VangSignatureError("The secret is not one of a webhook.");
  return crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function joinBytes(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(one.length + other.length);
  joined.set(one);
  joined.set(other, one.length);
  return joined;
}
