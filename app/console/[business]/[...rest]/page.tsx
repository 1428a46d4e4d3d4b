import { MissingInBusiness } from "@/components/shell/missing-in-business";
import { requireMember } from "@/lib/access/auth/session";
import { setPageStatus } from "@/lib/platform/page-status";

/** Any path below a business that no page has: its navigation stays visible. */
export default async function UnknownPage({ params }: PageProps<"/console/[business]/[...rest]">) {
  await requireMember((await params).business);
  setPageStatus(404);
  return (
    <div className="p-4 py-16">
      <MissingInBusiness />
    </div>
  );
}
