import "server-only";
import { headers } from "next/headers";
import { AppError } from "@/lib/platform/errors";
import { largestBytes } from "@/lib/platform/images/picture";
import { orError } from "./or-error";
import { requireSameOrigin } from "./origin";

/** The size of the form around a file. */
const formBytes = 10_000;

/**
 * Takes a picture, or its removal, from a plain form, and redirects to `back`, with the catalogue id of an error as
 * `?refused`. A route rather than an action, so that a file that is too large is rejected by its declared size, before
 * any of it is read.
 */
export async function takePicture(
  request: Request,
  back: string,
  replace: (bytes: Uint8Array | null) => Promise<void>,
): Promise<Response> {
  const refused = await orError(readForm(request).then(replace));
  const query = refused instanceof AppError ? `?refused=${refused.details.message ?? `errors.${refused.code}`}` : "";
  return new Response(null, { status: 303, headers: { location: `${back}${query}#picture` } });
}

async function readForm(request: Request): Promise<Uint8Array | null> {
  requireSameOrigin(await headers());
  const size = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (size > largestBytes + formBytes) throw new AppError("BODY_TOO_LARGE", { message: "pictures.tooLarge" });
  const form = await request.formData().catch(() => {
    throw new AppError("INVALID_REQUEST", { message: "pictures.unsupported" });
  });
  if (form.has("remove")) return null;
  const file = form.get("picture");
  if (!(file instanceof File)) throw new AppError("INVALID_REQUEST", { message: "pictures.unsupported" });
  return new Uint8Array(await file.arrayBuffer());
}

type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/** An id stands for the same bytes forever. Null is for a missing picture, or one that this reader may not see. */
export function answerPicture(picture: Picture | null): Response {
  if (!picture) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const headers = {
    "content-type": picture.contentType,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=31536000, immutable",
  };
  return new Response(picture.bytes, { headers });
}
