import { getLocale } from "next-intl/server";
import { findRouteMember } from "@/lib/auth/session";
import { exportUsage } from "@/lib/billing/usage/export";
import { findRange } from "@/lib/billing/usage/find-range";
import { usageAddressSchema } from "@/lib/billing/usage/schema";
import { csvAnswer } from "@/lib/csv";
import { can } from "@/lib/principals/roles";

/** The figures of the usage page as a file, for the same range and filter. */
export async function GET(request: Request, { params }: RouteContext<"/console/[business]/usage/usage.csv">) {
  const member = await findRouteMember((await params).business);
  if (!member) return new Response(null, { status: 404 });
  if (!can(member.role, "history:read")) return new Response(null, { status: 403 });
  const address = usageAddressSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const { from, to } = findRange(address);
  const name = `${member.businessSlug}-usage-${from}-${to}.csv`;
  return csvAnswer(name, exportUsage(member, address, await getLocale()));
}
