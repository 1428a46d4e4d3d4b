import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { findAnything } from "@/lib/businesses/find/find";
import { findSchema } from "@/lib/businesses/find/schema";

/** What the palette finds in a business. Another business is not found, like one that does not exist. */
export async function GET(request: Request, { params }: RouteContext<"/api/console/[business]/find">) {
  const member = await findRouteMember((await params).business);
  if (!member || !can(member.role, "business:read")) return new Response(null, { status: 404 });
  const { success, data } = findSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  const found = success ? await findAnything(member, data.q) : [];
  return Response.json({ found }, { headers: { "cache-control": "no-store" } });
}
