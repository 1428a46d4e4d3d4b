import { getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { StatementTable } from "@/components/money/statement-table";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { listStatements } from "@/lib/money/statements/read";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("statements", "listTitle");

export default async function StatementsPage({ params }: PageProps<"/console/[business]/billing/statements">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("statements");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("listTitle")} />;
  return (
    <Page title={t("listTitle")} lead={t("listLead")}>
      <BillingTabs business={member.businessSlug} page="statements" />
      <p className="max-w-text text-muted">
        {t.rich("byEmail", {
          link: (words) => (
            <Link href="/account/notices#emails" className="underline underline-offset-2">
              {words}
            </Link>
          ),
        })}
      </p>
      <StatementTable business={member.businessSlug} rows={await listStatements(member)} />
    </Page>
  );
}
