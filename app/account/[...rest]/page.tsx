import { MissingPage } from "@/components/shell/missing-page";
import { requireViewer } from "@/lib/access/auth/session";
import { setPageStatus } from "@/lib/platform/page-status";

/** Any path below the account that no page has: its tabs stay visible. */
export default async function UnknownPage() {
  await requireViewer();
  setPageStatus(404);
  return (
    <div className="p-4 py-16">
      <MissingPage />
    </div>
  );
}
