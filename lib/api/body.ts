import "server-only";
import { createHash } from "node:crypto";
import { Refusal } from "@/lib/errors";

/** Bytes of a JSON request at most: 5,000 code points at their longest, escaped, with room for the rest. */
export const maxJsonBytes = 64 * 1024;

/** Whether what may still come of a body, by the length it told, is too much to be read off for nothing. */
export const isLong = (contentLength: string | undefined): boolean =>
  contentLength === undefined || Number(contentLength) > maxJsonBytes;

/** The bytes of a JSON request. Rejects another media type, and more than 64 kB without reading on. */
export async function readJsonBytes(request: Request): Promise<Buffer> {
  requirePlainBody(request.headers.get("content-encoding"));
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new Refusal("CONTENT_TYPE_UNSUPPORTED", {
      message: "api.contentType",
      values: { expected: "application/json" },
    });
  return readBytes(request, maxJsonBytes);
}

/** Throws INVALID_JSON for what does not parse or is not UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("INVALID_JSON");
  }
}

/** A digest of a body as it was sent. */
export const fingerprintOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("base64url");

/** Throws CONTENT_TYPE_UNSUPPORTED for a body that is compressed (RFC 9110 section 15.5.16). */
export function requirePlainBody(encoding: string | null | undefined): void {
  if (!encoding || encoding.toLowerCase() === "identity") return;
  throw new Refusal("CONTENT_TYPE_UNSUPPORTED", {
    message: "api.contentEncoding",
    headers: { "accept-encoding": "identity" },
  });
}

/** The request's body as it was sent. Throws BODY_TOO_LARGE, without reading on, beyond `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const told = request.headers.get("content-length");
  if (Number(told) > limit) throw tooLarge(limit);
  // HTTP's parser ends the body at the length it told, and reading it whole costs a tenth.
  if (told !== null) return Buffer.from(await request.arrayBuffer().catch(hungUp));
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function hungUp(): never {
  throw new Refusal("CLIENT_CLOSED");
}

const tooLarge = (limit: number) =>
  new Refusal("BODY_TOO_LARGE", { message: "api.bodyTooLarge", values: { limitKb: limit / 1024 } });
