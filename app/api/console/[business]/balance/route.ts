import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { getBalance } from "@/lib/money/wallet/balance";

/** The balance shown on every page of the console. Another business is not found, like one that does not exist. */
export async function GET(_request: Request, { params }: RouteContext<"/api/console/[business]/balance">) {
  const member = await findRouteMember((await params).business);
  if (!member || !can(member.role, "balance:read")) return new Response(null, { status: 404 });
  const { availableMilli } = await getBalance(member);
  return Response.json({ availableMilli: String(availableMilli) }, { headers: { "cache-control": "no-store" } });
}
