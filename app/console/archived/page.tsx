import { Archive } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ArchivedTable } from "@/components/businesses/archived-table";
import { PersonShell } from "@/components/shell/person-shell";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/access/auth/session";
import { listArchived } from "@/lib/businesses/archive";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("businesses", "archivedTitle");

export default async function ArchivedPage() {
  const t = await getTranslations("businesses");
  const businesses = await listArchived(await requireViewer());
  return (
    <PersonShell>
      <Page title={t("archivedTitle")} lead={t("archivedLead")}>
        {businesses.length === 0 ? (
          <EmptyState
            Icon={Archive}
            title={t("archivedEmpty")}
            action={<ButtonLink href="/console">{t("archivedEmptyAction")}</ButtonLink>}
          />
        ) : (
          <ArchivedTable businesses={businesses} />
        )}
      </Page>
    </PersonShell>
  );
}
