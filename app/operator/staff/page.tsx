import { Users } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { GrantStaff, StaffTable } from "@/components/operator/staff-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listStaff } from "@/lib/access/staff";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.staff", "title");

export default async function StaffPage() {
  const { role, userId } = await requireStaff();
  const [t, rows] = await Promise.all([getTranslations("operator.staff"), listStaff()]);
  const mayGrant = staffCan(role, "grant");
  return (
    <Page title={t("title")} lead={t("lead")} action={mayGrant && <GrantStaff />}>
      {rows.length > 0 ? (
        <StaffTable rows={rows} editor={mayGrant ? userId : null} />
      ) : (
        <EmptyState Icon={Users} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )}
    </Page>
  );
}
