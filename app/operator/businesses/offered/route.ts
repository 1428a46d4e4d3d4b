import { findRouteStaff } from "@/lib/access/auth/staff";
import { offerBusinesses } from "@/lib/operator/businesses/list";
import { businessFilterSchema } from "@/lib/operator/businesses/schema";

/** What a field that asks for a business offers for the text typed so far. */
export async function GET(request: Request) {
  const staff = await findRouteStaff();
  if (!staff) return new Response(null, { status: 404 });
  const { q = "" } = businessFilterSchema.parse({ q: new URL(request.url).searchParams.get("q") ?? undefined });
  const businesses = await offerBusinesses(staff, q);
  return Response.json({ businesses }, { headers: { "cache-control": "no-store" } });
}
