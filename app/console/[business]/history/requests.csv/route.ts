import { getLocale } from "next-intl/server";
import { findRouteMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { exportRequests } from "@/lib/keys/request-log/export";
import { csvAnswer } from "@/lib/platform/csv";
import { historyFilterSchema } from "@/lib/speech/history/schema";

/** The requests of the history page's filter as a file. */
export async function GET(request: Request, { params }: RouteContext<"/console/[business]/history/requests.csv">) {
  const member = await findRouteMember((await params).business);
  if (!member) return new Response(null, { status: 404 });
  if (!can(member.role, "history:read")) return new Response(null, { status: 403 });
  const filter = historyFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  return csvAnswer(`${member.businessSlug}-requests.csv`, exportRequests(member, filter, await getLocale()));
}
