import { getTranslations } from "next-intl/server";
import { SetupList } from "@/components/operator/setup/setup-list";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { staffCan } from "@/lib/access/principals/roles";
import { listSetup } from "@/lib/operator/setup/setup";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.setup", "title");

export default async function SetupPage() {
  const staff = await requireStaff();
  const [t, rows] = await Promise.all([getTranslations("operator.setup"), listSetup(staff)]);
  const lacking = rows.filter(({ state }) => state === "missing" || state === "failing").length;
  return (
    <Page title={t("title")} lead={t("lead")}>
      <Notice kind={lacking > 0 ? "warning" : "success"}>
        {lacking > 0 ? t("lacking", { count: lacking }) : t("complete")}
      </Notice>
      <SetupList rows={rows} mayTest={staffCan(staff.role, "manage")} />
    </Page>
  );
}
