import { getLocale } from "next-intl/server";
import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { exportUsage } from "@/lib/money/usage/export";
import { findRange } from "@/lib/money/usage/read-report";
import { usageAddressSchema } from "@/lib/money/usage/schema";
import { csvAnswer } from "@/lib/platform/csv";

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
