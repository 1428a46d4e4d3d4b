import { isSameOrigin } from "@/lib/access/auth/origin";
import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import type { OwnRun } from "@/lib/api/client/own-run";
import { describeError } from "@/lib/api/problem";
import { AppError, type ErrorCode } from "@/lib/platform/errors";
import { type FoundRun, findRun } from "@/lib/speech/idempotency/find-run";
import { giveUpRun } from "@/lib/speech/idempotency/give-up";
import { wantedRunSchema } from "@/lib/speech/idempotency/schema";

type Context = { params: Promise<{ business: string; run: string }> };

const headers = { "cache-control": "no-store" };

/** What a page of the playground polls for its run. Another business's run is not found, like one that does not exist. */
export async function GET(request: Request, context: Context) {
  const own = await readRun(request, context);
  if (!own) return new Response(null, { status: 404 });
  return Response.json(ownRunOf(await findRun(own.member, own.wanted)), { headers });
}

/** Gives a run up, before its page closes the stream. */
export async function DELETE(request: Request, context: Context) {
  const own = isSameOrigin(request.headers) ? await readRun(request, context) : null;
  if (!own) return new Response(null, { status: 404 });
  await giveUpRun(own.member, own.wanted);
  return new Response(null, { status: 204, headers });
}

async function readRun(request: Request, { params }: Context) {
  const { business, run: key } = await params;
  const member = await findRouteMember(business);
  const wanted = wantedRunSchema.safeParse({ ...Object.fromEntries(new URL(request.url).searchParams), key });
  if (!member || !can(member.role, "speech:use") || !wanted.success) return null;
  return { member, wanted: wanted.data };
}

function ownRunOf(found: FoundRun): OwnRun {
  if (found.status !== "failed") return found;
  const { status, trackingId, code, requestId } = found;
  return { status, trackingId, problem: describeError(new AppError(code as ErrorCode), requestId ?? "") };
}
