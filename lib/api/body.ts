import "server-only";
import { AppError } from "@/lib/platform/errors";

/** The size limit of a JSON request: 5,000 code points in their longest form, escaped, with room for the rest. */
export const maxJsonBytes = 64 * 1024;

/** Whether the rest of a body, by its declared length, is too long to be read and discarded. */
export const isLong = (contentLength: string | undefined): boolean =>
  contentLength === undefined || Number(contentLength) > maxJsonBytes;

const formType = "application/x-www-form-urlencoded";

const mediaTypeOf = (header: string | null | undefined) => header?.split(";")[0]?.trim().toLowerCase();

export const isJsonType = (header: string | null | undefined): boolean => mediaTypeOf(header) === "application/json";

/** The bytes of a JSON request. Rejects another media type, and more than the limit without reading on. */
export async function readJsonBytes(
  request: Request,
  { acceptsFormType = false, mostJsonBytes = maxJsonBytes } = {},
): Promise<Buffer> {
  requirePlainBody(request.headers.get("content-encoding"));
  const type = request.headers.get("content-type");
  if (!isJsonType(type) && !(acceptsFormType && mediaTypeOf(type) === formType))
    throw new AppError("CONTENT_TYPE_UNSUPPORTED", {
      message: "api.contentType",
      values: { expected: "application/json" },
    });
  return readBytes(request, mostJsonBytes);
}

/** The bytes of a request whose body is a text of any media type, and at most 64 kB. */
export async function readTextBytes(request: Request): Promise<Buffer> {
  requirePlainBody(request.headers.get("content-encoding"));
  return readBytes(request, maxJsonBytes);
}

/** Throws TEXT_INVALID for what is not UTF-8. */
export function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new AppError("TEXT_INVALID");
  }
}

/** Throws INVALID_JSON for what does not parse or is not UTF-8. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new AppError("INVALID_JSON");
  }
}

/** Throws CONTENT_TYPE_UNSUPPORTED for a compressed body (RFC 9110 section 15.5.16). */
export function requirePlainBody(encoding: string | null | undefined): void {
  if (!encoding || encoding.toLowerCase() === "identity") return;
  throw new AppError("CONTENT_TYPE_UNSUPPORTED", {
    message: "api.contentEncoding",
    headers: { "accept-encoding": "identity" },
  });
}

/** The bytes of the request's body. Throws BODY_TOO_LARGE, without reading on, beyond `limit` bytes. */
export async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const contentLength = request.headers.get("content-length");
  if (Number(contentLength) > limit) throw tooLarge(limit);
  // The HTTP parser ends the body at its declared length, and reading it whole costs a tenth.
  if (contentLength !== null) {
    const whole = await request.arrayBuffer().catch(() => {
      throw new AppError("CLIENT_CLOSED");
    });
    return Buffer.from(whole);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : new AppError("CLIENT_CLOSED");
  }
  return Buffer.concat(chunks);
}

const tooLarge = (limit: number) =>
  new AppError("BODY_TOO_LARGE", { message: "api.bodyTooLarge", values: { limitKb: limit / 1024 } });
