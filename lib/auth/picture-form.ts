import "server-only";
import { headers } from "next/headers";
import { Refusal } from "@/lib/errors";
import { largestBytes } from "@/lib/images/picture";
import { orRefusal } from "./or-refusal";
import { requireSameOrigin } from "./origin";

/** What a form adds around a file. */
const formBytes = 10_000;

/**
 * Takes a picture, or the wish to remove it, from a plain form, and leads back to `back`, with the catalogue id of what
 * was refused as `?refused`. For a route rather than an action, so that a file that is too large is refused by what it
 * says of its size, before any of it is read.
 */
export async function takePicture(
  request: Request,
  back: string,
  replace: (bytes: Uint8Array | null) => Promise<void>,
): Promise<Response> {
  const refused = await orRefusal(readForm(request).then(replace));
  const query = refused instanceof Refusal ? `?refused=${refused.words.message ?? `errors.${refused.code}`}` : "";
  return new Response(null, { status: 303, headers: { location: `${back}${query}#picture` } });
}

async function readForm(request: Request): Promise<Uint8Array | null> {
  requireSameOrigin(await headers());
  const size = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (size > largestBytes + formBytes) throw new Refusal("BODY_TOO_LARGE", { message: "pictures.tooLarge" });
  const form = await request.formData();
  if (form.has("remove")) return null;
  const file = form.get("picture");
  if (!(file instanceof File)) throw new Refusal("INVALID_REQUEST", { message: "pictures.unsupported" });
  return new Uint8Array(await file.arrayBuffer());
}

type Picture = { bytes: Uint8Array<ArrayBuffer>; contentType: string };

/** A picture as an answer. An id names the same bytes for ever; null is for what there is not, or not for this reader. */
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
