import { getLocale } from "next-intl/server";
import { findRouteStaff } from "@/lib/access/auth/staff";
import { listNaturalVoices } from "@/lib/operator/voices/voices";

/** What the dialog that installs a voice polls. */
export async function GET() {
  const staff = await findRouteStaff();
  if (!staff) return new Response(null, { status: 404 });
  const voices = await listNaturalVoices(staff, await getLocale());
  return Response.json(voices, { headers: { "cache-control": "no-store" } });
}
