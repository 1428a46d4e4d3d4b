import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { getTopUp } from "@/lib/money/top-ups/list";
import type { TopUpProgress } from "@/lib/money/top-ups/queries";
import { AppError } from "@/lib/platform/errors";

/** What a transfer page polls. Another business's top-up is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: RouteContext<"/api/console/[business]/top-ups/[topUpId]">) {
  const { business, topUpId } = await params;
  const member = await findRouteMember(business);
  const topUp = member && (await orError(getTopUp(member, topUpId)));
  if (!topUp || topUp instanceof AppError) return new Response(null, { status: 404 });
  const progress: TopUpProgress = { status: topUp.status, receivedVnd: String(topUp.receivedVnd) };
  return Response.json(progress, { headers: { "cache-control": "no-store" } });
}
