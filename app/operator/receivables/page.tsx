import { HandCoins } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { ReceivableTable } from "@/components/operator/refunds/refunds";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireStaff } from "@/lib/access/auth/staff";
import { listReceivables } from "@/lib/operator/refunds/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("operator.receivables", "title");

export default async function ReceivablesPage() {
  const [t, rows] = await Promise.all([getTranslations("operator.receivables"), requireStaff().then(listReceivables)]);
  return (
    <Page title={t("title")} lead={t("lead")}>
      {rows.length > 0 ? (
        <ReceivableTable rows={rows} />
      ) : (
        <EmptyState Icon={HandCoins} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )}
    </Page>
  );
}
