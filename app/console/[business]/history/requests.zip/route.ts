import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { zipAnswer } from "@/lib/platform/zip";
import { filesOf } from "@/lib/speech/history/files";
import { selectionSchema } from "@/lib/speech/history/schema";

/** Audio and texts of the jobs in the query, of which those of another business are left out. */
export async function GET(request: Request, { params }: RouteContext<"/console/[business]/history/requests.zip">) {
  const member = await findRouteMember((await params).business);
  if (!member) return new Response(null, { status: 404 });
  if (!can(member.role, "history:read")) return new Response(null, { status: 403 });
  const { success, data } = selectionSchema.safeParse(new URL(request.url).searchParams.getAll("id"));
  if (!success) return new Response(null, { status: 400 });
  return zipAnswer(`${member.businessSlug}-requests.zip`, filesOf(member, data));
}
