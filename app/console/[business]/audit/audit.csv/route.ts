import { getLocale } from "next-intl/server";
import { exportAudit } from "@/lib/access/audit/export";
import { auditFilterSchema } from "@/lib/access/audit/schema";
import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { clock } from "@/lib/platform/clock";
import { csvAnswer } from "@/lib/platform/csv";

/** The business's log as a file, filtered like the page. */
export async function GET(request: Request, { params }: RouteContext<"/console/[business]/audit/audit.csv">) {
  const member = await findRouteMember((await params).business);
  if (!member) return new Response(null, { status: 404 });
  if (!can(member.role, "audit:read")) return new Response(null, { status: 403 });
  const { searchParams } = new URL(request.url);
  const filter = auditFilterSchema.parse(Object.fromEntries(searchParams));
  const day = clock.now().toISOString().slice(0, 10);
  return csvAnswer(`${member.businessSlug}-audit-${day}.csv`, exportAudit(member, filter, await getLocale()));
}
