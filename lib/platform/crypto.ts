import "server-only";
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** HMAC-SHA256, base64url. */
export function hmac(secret: string | Buffer, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64url");
}

/** Compares in constant time. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** An unguessable token of 256 bits, safe in a URL. */
export const newToken = (): string => randomBytes(32).toString("base64url");

/** Uniform, by rejection sampling: a plain remainder would favor the first characters of `alphabet`. */
export function randomText(length: number, alphabet: string): string {
  const limit = 256 - (256 % alphabet.length);
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
