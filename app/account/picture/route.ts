import { redirect } from "next/navigation";
import { takePicture } from "@/lib/access/auth/picture-form";
import { findViewer, requireViewer } from "@/lib/access/auth/session";
import { removeOwnPicture, setOwnPicture } from "@/lib/people/account/profile";
import { AppError } from "@/lib/platform/errors";
import { countPictureUpload } from "@/lib/platform/images/upload-quota";

export async function POST(request: Request) {
  return takePicture(request, "/account", async (bytes) => {
    const viewer = await findViewer();
    if (!viewer) throw new AppError("NOT_SIGNED_IN");
    if (bytes) await countPictureUpload(viewer.userId);
    return bytes ? setOwnPicture(viewer, bytes) : removeOwnPicture(viewer);
  });
}

/** Reloading the form's URL redirects to the form. */
export async function GET() {
  await requireViewer();
  redirect("/account");
}
