import type { Route } from "next";
import { redirect } from "next/navigation";
import { takePicture } from "@/lib/access/auth/picture-form";
import { findMember, findViewer, requireMember } from "@/lib/access/auth/session";
import { removeLogo, setLogo } from "@/lib/businesses/profile";
import { AppError } from "@/lib/platform/errors";
import { countPictureUpload } from "@/lib/platform/images/upload-quota";

export async function POST(request: Request, { params }: RouteContext<"/console/[business]/logo">) {
  const { business } = await params;
  return takePicture(request, `/console/${encodeURIComponent(business)}/settings`, async (bytes) => {
    const viewer = await findViewer();
    const member = viewer && (await findMember(viewer, business));
    if (!member) throw new AppError("NOT_FOUND");
    if (bytes) await countPictureUpload(member.userId);
    return bytes ? setLogo(member, bytes) : removeLogo(member);
  });
}

/** Reloading the form's URL redirects to the form. */
export async function GET(_: Request, { params }: RouteContext<"/console/[business]/logo">) {
  const { businessSlug } = await requireMember((await params).business);
  redirect(`/console/${businessSlug}/settings` as Route);
}
