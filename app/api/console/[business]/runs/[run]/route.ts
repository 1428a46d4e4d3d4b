import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import type { OwnRun } from "@/lib/api/client/own-run";
import { describeError } from "@/lib/api/problem";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { type FoundRun, findRun } from "@/lib/speech/idempotency/find-run";
import { wantedRunSchema } from "@/lib/speech/idempotency/schema";

/** What a page of the playground polls for its run. Another business's run is not found, like one that does not exist. */
export async function GET(request: Request, { params }: { params: Promise<{ business: string; run: string }> }) {
  const { business, run: key } = await params;
  const member = await findRouteMember(business);
  const wanted = wantedRunSchema.safeParse({ ...Object.fromEntries(new URL(request.url).searchParams), key });
  if (!member || !can(member.role, "speech:use") || !wanted.success) return new Response(null, { status: 404 });
  const found = await findRun(member, wanted.data);
  return Response.json(ownRunOf(found), { headers: { "cache-control": "no-store" } });
}

function ownRunOf(found: FoundRun): OwnRun {
  if (found.status !== "failed") return found;
  const { status, trackingId, code, requestId } = found;
  return { status, trackingId, problem: describeError(new AppError(code as ErrorCode), requestId ?? "") };
}
