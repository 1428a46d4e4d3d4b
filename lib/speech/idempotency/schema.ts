import { Refusal } from "@/lib/errors";

/** A caller's own name for a call, with the digest of what it asks. */
export type Idempotency = { key: string; fingerprint: string };

/** The `Idempotency-Key` header's value. Throws IDEMPOTENCY_KEY_INVALID: 1 to 255 printable ASCII characters are taken. */
export function readIdempotencyKey(header: string | null | undefined): string | undefined {
  if (header === null || header === undefined) return undefined;
  if (!/^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/.test(header)) throw new Refusal("IDEMPOTENCY_KEY_INVALID");
  return header;
}
