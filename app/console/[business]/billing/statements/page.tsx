import { getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/billing/billing-tabs";
import { StatementTable } from "@/components/billing/statement-table";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/auth/session";
import { listStatements } from "@/lib/billing/statements/read";
import { pageTitle } from "@/lib/i18n/page-title";
import { can } from "@/lib/principals/roles";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("statements", "listTitle");

export default async function StatementsPage({ params }: PageProps<"/console/[business]/billing/statements">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("statements");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("listTitle")} />;
  return (
    <Page title={t("listTitle")} lead={t("listLead")}>
      <BillingTabs business={member.businessSlug} page="statements" />
      <StatementTable business={member.businessSlug} rows={await listStatements(member)} />
    </Page>
  );
}
