import { answerPicture } from "@/lib/auth/picture-form";
import { findMember, findViewer } from "@/lib/auth/session";
import { readLogo } from "@/lib/businesses/profile";

/** The business's logo, for its members. */
export async function GET(_: Request, { params }: RouteContext<"/console/[business]/logo/[logo]">) {
  const { business, logo } = await params;
  const viewer = await findViewer();
  const member = viewer && (await findMember(viewer, business));
  return answerPicture(member && (await readLogo(member, logo)));
}
