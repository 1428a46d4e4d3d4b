import { maySeePicture } from "@/lib/account/profile";
import { answerPicture } from "@/lib/auth/picture-form";
import { findViewer } from "@/lib/auth/session";
import { readPicture } from "@/lib/images/store";

/** A person's picture, for themselves and those they work with. */
export async function GET(_: Request, { params }: RouteContext<"/account/picture/[picture]">) {
  const { picture } = await params;
  const viewer = await findViewer();
  return answerPicture(viewer && (await maySeePicture(viewer, picture)) ? await readPicture(picture) : null);
}
