import { findViewer } from "@/lib/access/auth/session";
import { signInFilterSchema } from "@/lib/people/sign-in-log/schema";
import { exportSignIns } from "@/lib/people/sign-in-log/sign-in-log";
import { clock } from "@/lib/platform/clock";
import { csvAnswer } from "@/lib/platform/csv";

/** The viewer's own attempts as a file, filtered like the page. */
export async function GET(request: Request) {
  const viewer = await findViewer();
  if (!viewer) return new Response(null, { status: 404 });
  const { searchParams } = new URL(request.url);
  const pieces = exportSignIns(viewer, signInFilterSchema.parse(Object.fromEntries(searchParams)));
  return csvAnswer(`vang-sign-ins-${clock.now().toISOString().slice(0, 10)}.csv`, pieces);
}
