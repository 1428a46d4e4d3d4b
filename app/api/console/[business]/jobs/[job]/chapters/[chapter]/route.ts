import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { getChapter } from "@/lib/speech/jobs/texts/view";

type Context = RouteContext<"/api/console/[business]/jobs/[job]/chapters/[chapter]">;

/** The text of a chapter that was read, in parts. Another business's is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: Context) {
  const { business, job, chapter } = await params;
  const member = await findRouteMember(business);
  const parts = member && (await orError(getChapter(member, job, Number(chapter))));
  if (!parts || parts instanceof AppError) return new Response(null, { status: 404 });
  return Response.json(parts, { headers: { "cache-control": "no-store" } });
}
