import { findViewer } from "@/lib/access/auth/session";
import { exportAccount } from "@/lib/people/account/export-account";
import { clock } from "@/lib/platform/clock";

/** Everything about the viewer's account as a file. */
export async function GET() {
  const viewer = await findViewer();
  if (!viewer) return new Response(null, { status: 404 });
  return new Response(await exportAccount(viewer), {
    headers: {
      "content-type": "application/json; charset=utf-8",
      "content-disposition": `attachment; filename="vang-account-${clock.now().toISOString().slice(0, 10)}.json"`,
      "cache-control": "no-store",
    },
  });
}
