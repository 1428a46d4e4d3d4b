import { findViewer } from "@/lib/auth/session";
import { clock } from "@/lib/clock";
import { csvAnswer } from "@/lib/csv";
import { exportSignIns } from "@/lib/sign-in-log/export";
import { signInFilterSchema } from "@/lib/sign-in-log/schema";

/** The viewer's own attempts as a file, filtered like the page. */
export async function GET(request: Request) {
  const viewer = await findViewer();
  if (!viewer) return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const pieces = exportSignIns(viewer, signInFilterSchema.parse(Object.fromEntries(searchParams)));
  return csvAnswer(`vang-sign-ins-${clock.now().toISOString().slice(0, 10)}.csv`, pieces);
}
