import { orError } from "@/lib/access/auth/or-error";
import { findRouteMember } from "@/lib/access/auth/session";
import { AppError } from "@/lib/platform/errors";
import { watchDeliveries } from "@/lib/webhooks/delivery-log/find";
import { deliveryFilterSchema } from "@/lib/webhooks/delivery-log/schema";
import { getEndpoint } from "@/lib/webhooks/endpoints/endpoint";

/** What a delivery log polls. Another business's endpoint is not found, like one that does not exist. */
export async function GET(
  request: Request,
  { params }: RouteContext<"/api/console/[business]/webhooks/[endpoint]/log">,
) {
  const { business, endpoint: id } = await params;
  const member = await findRouteMember(business);
  const endpoint = member && (await orError(getEndpoint(member, id)));
  if (!endpoint || endpoint instanceof AppError) return new Response(null, { status: 404 });
  const filter = deliveryFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const version = await watchDeliveries(member, id, filter);
  return Response.json({ version }, { headers: { "cache-control": "no-store" } });
}
