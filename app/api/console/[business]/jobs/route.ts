import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { listUnfinishedJobs } from "@/lib/speech/jobs/progress";

/** What the list of unfinished jobs polls. */
export async function GET(_request: Request, { params }: RouteContext<"/api/console/[business]/jobs">) {
  const member = await findRouteMember((await params).business);
  const jobs = member && (await orError(listUnfinishedJobs(member)));
  if (!jobs || jobs instanceof AppError) return new Response(null, { status: 404 });
  return Response.json(jobs, { headers: { "cache-control": "no-store" } });
}
