import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ArchivedTable } from "@/components/businesses/archived-table";
import { PersonShell } from "@/components/shell/person-shell";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireViewer } from "@/lib/auth/session";
import { listArchived } from "@/lib/businesses/lifecycle/archive";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("lifecycle"))("archivedTitle") };
}

export default async function ArchivedPage() {
  const t = await getTranslations("lifecycle");
  const businesses = await listArchived(await requireViewer());
  return (
    <PersonShell>
      <Page title={t("archivedTitle")} lead={t("archivedLead")}>
        {businesses.length === 0 ? (
          <EmptyState title={t("archivedEmpty")} />
        ) : (
          <ArchivedTable businesses={businesses} />
        )}
      </Page>
    </PersonShell>
  );
}
