import { getLocale } from "next-intl/server";
import { staffAuditFilterSchema } from "@/lib/access/audit/schema";
import { findRouteStaff } from "@/lib/access/auth/staff";
import { exportStaffAudit } from "@/lib/access/staff";
import { clock } from "@/lib/platform/clock";
import { csvAnswer } from "@/lib/platform/csv";

/** The staff's log as a file, filtered like the page. */
export async function GET(request: Request) {
  const staff = await findRouteStaff();
  if (!staff) return new Response(null, { status: 404 });
  const filter = staffAuditFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams));
  const day = clock.now().toISOString().slice(0, 10);
  return csvAnswer(`vang-staff-audit-${day}.csv`, exportStaffAudit(staff, filter, await getLocale()));
}
