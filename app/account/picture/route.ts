import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { removeOwnPicture, setOwnPicture } from "@/lib/account/profile";
import { orRefusal } from "@/lib/auth/or-refusal";
import { requireSameOrigin } from "@/lib/auth/origin";
import { findViewer, requireViewer } from "@/lib/auth/session";
import { Refusal } from "@/lib/errors";
import { largestBytes } from "@/lib/pictures/picture";

/** What a form adds around a file. */
const formBytes = 10_000;

/**
 * Takes a picture from a plain form, and leads back to it. A route rather than an action, so that a file that is too
 * large is refused by what it says of its size, before any of it is read.
 */
export async function POST(request: Request) {
  const refused = await orRefusal(change(request));
  const query = refused instanceof Refusal ? `?refused=${refused.words.message ?? refused.code}` : "";
  return new Response(null, { status: 303, headers: { location: `/account${query}` } });
}

async function change(request: Request): Promise<void> {
  requireSameOrigin(await headers());
  const viewer = await findViewer();
  if (!viewer) throw new Refusal("NOT_SIGNED_IN");
  const size = Number(request.headers.get("content-length") ?? Number.POSITIVE_INFINITY);
  if (size > largestBytes + formBytes) throw new Refusal("BODY_TOO_LARGE", { message: "pictures.tooLarge" });

  const form = await request.formData();
  if (form.has("remove")) return removeOwnPicture(viewer);
  const file = form.get("picture");
  if (!(file instanceof File)) throw new Refusal("INVALID_REQUEST", { message: "pictures.unsupported" });
  return setOwnPicture(viewer, new Uint8Array(await file.arrayBuffer()));
}

/** Whoever loads the form's address anew is led back to the form. */
export async function GET() {
  await requireViewer();
  redirect("/account");
}
