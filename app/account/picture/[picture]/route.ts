import { maySeePicture } from "@/lib/account/profile";
import { findViewer } from "@/lib/auth/session";
import { readPicture } from "@/lib/pictures/store";

/** A person's picture, for themselves and whoever they work with. An id names the same bytes for ever. */
export async function GET(_: Request, { params }: RouteContext<"/account/picture/[picture]">) {
  const { picture: id } = await params;
  const viewer = await findViewer();
  const picture = viewer && (await maySeePicture(viewer, id)) ? await readPicture(id) : null;
  if (!picture) return new Response(null, { status: 404, headers: { "cache-control": "no-store" } });
  const headers = {
    "content-type": picture.contentType,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "cache-control": "private, max-age=31536000, immutable",
  };
  return new Response(picture.bytes, { headers });
}
