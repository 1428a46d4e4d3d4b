import { answerPicture } from "@/lib/access/auth/picture-form";
import { findRouteMember } from "@/lib/access/auth/session";
import { readLogo } from "@/lib/businesses/profile";

/** The business's logo, for its members. */
export async function GET(_: Request, { params }: RouteContext<"/console/[business]/logo/[logo]">) {
  const { business, logo } = await params;
  const member = await findRouteMember(business);
  return answerPicture(member && (await readLogo(member, logo)));
}
