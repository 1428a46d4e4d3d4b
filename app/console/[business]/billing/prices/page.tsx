import { Tag } from "lucide-react";
import { getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { PriceTable } from "@/components/money/price-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listModelPrices } from "@/lib/engines/catalogue";
import { clock } from "@/lib/platform/clock";
import { pageTitle } from "@/lib/platform/i18n/page-title";

export const generateMetadata = pageTitle("prices", "title");

/** Every role sees prices: a developer is led here from the playground, without the other pages of billing. */
export default async function PricesPage({ params }: PageProps<"/console/[business]/billing/prices">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("prices");
  const models = await listModelPrices(member);
  return (
    <Page title={t("title")} lead={t("lead")}>
      {can(member.role, "billing:read") && <BillingTabs business={member.businessSlug} page="prices" />}
      {models.length > 0 ? (
        models.map((model) => <PriceTable key={model.modelId} model={model} now={clock.now()} />)
      ) : (
        <EmptyState Icon={Tag} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )}
    </Page>
  );
}
