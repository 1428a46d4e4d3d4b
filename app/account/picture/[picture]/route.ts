import { answerPicture } from "@/lib/access/auth/picture-form";
import { findViewer } from "@/lib/access/auth/session";
import { maySeePicture } from "@/lib/people/account/profile";
import { readPicture } from "@/lib/platform/images/store";

/** A person's picture, for themselves and those they work with. */
export async function GET(_: Request, { params }: RouteContext<"/account/picture/[picture]">) {
  const { picture } = await params;
  const viewer = await findViewer();
  return answerPicture(viewer && (await maySeePicture(viewer, picture)) ? await readPicture(picture) : null);
}
