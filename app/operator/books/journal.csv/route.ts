import { StaffError } from "@/lib/access/audit/platform-acts";
import { findRouteStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { exportJournal } from "@/lib/operator/books/books";
import { journalAddressSchema } from "@/lib/operator/books/schema";
import { csvAnswer } from "@/lib/platform/csv";

/** The journal of some days as a file. The export is recorded with its reason. */
export async function GET(request: Request) {
  const staff = await findRouteStaff();
  if (!staff) return new Response(null, { status: 404 });
  if (!staffCan(staff.role, "money")) return new Response(null, { status: 403 });
  const address = journalAddressSchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!address.success) return new Response(null, { status: 400 });
  const { from, to, reason } = address.data;
  const days = { from: new Date(`${from}T00:00:00Z`), to: new Date(`${to}T00:00:00Z`) };
  try {
    return csvAnswer(`vang-journal-${from}-${to}.csv`, await exportJournal(staff, days, reason));
  } catch (error) {
    if (error instanceof StaffError) return new Response(error.message, { status: 400 });
    throw error;
  }
}
