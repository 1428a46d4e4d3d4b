import { getTranslations } from "next-intl/server";
import { NewBusinessForm } from "@/components/businesses/new-business-form";
import { PersonShell } from "@/components/shell/person-shell";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/access/auth/session";
import { listBusinesses } from "@/lib/businesses/service";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("businesses", "newTitle");

export default async function NewBusinessPage() {
  const t = await getTranslations("businesses");
  const businesses = await listBusinesses(await requireViewer());
  return (
    <PersonShell>
      <Page title={t("newTitle")} lead={t("newLead")}>
        {businesses.length === 0 && <Notice>{t("none")}</Notice>}
        <NewBusinessForm />
      </Page>
    </PersonShell>
  );
}
