import { redirect } from "next/navigation";
import { removeOwnPicture, setOwnPicture } from "@/lib/account/profile";
import { takePicture } from "@/lib/auth/picture-form";
import { findViewer, requireViewer } from "@/lib/auth/session";
import { AppError } from "@/lib/errors";
import { countPictureUpload } from "@/lib/images/upload-quota";

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
