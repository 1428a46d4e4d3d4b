import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { WaitingTable } from "@/components/operator/waiting-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/auth/staff";
import { listWaiting } from "@/lib/operator/today";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("operator.today"))("title") };
}

export default async function TodayPage() {
  const [t, rows] = await Promise.all([getTranslations("operator.today"), requireStaff().then(listWaiting)]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      {rows.length > 0 ? <WaitingTable rows={rows} /> : <EmptyState title={t("empty")}>{t("emptyLead")}</EmptyState>}
    </Page>
  );
}
