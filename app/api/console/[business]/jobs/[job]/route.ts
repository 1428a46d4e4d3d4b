import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { getJobProgress } from "@/lib/speech/jobs/progress";

/** What the page of a job polls. Another business's job is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: RouteContext<"/api/console/[business]/jobs/[job]">) {
  const { business, job } = await params;
  const member = await findRouteMember(business);
  const progress = member && (await orError(getJobProgress(member, job)));
  if (!progress || progress instanceof AppError) return new Response(null, { status: 404 });
  return Response.json(progress, { headers: { "cache-control": "no-store" } });
}
