import { ReceiptText } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { InvoiceableTable, InvoiceTable } from "@/components/money/invoice-tables";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { listInvoiceable, listInvoices } from "@/lib/money/invoices/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("eInvoices", "title");

export default async function InvoicesPage({ params }: PageProps<"/console/[business]/billing/invoices">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("eInvoices");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("title")} />;
  const business = member.businessSlug;
  const [invoices, invoiceable] = await Promise.all([listInvoices(member), listInvoiceable(member)]);
  const locale = await getLocale();
  const said = invoices.map((invoice) => ({ ...invoice, reason: invoice.reason && sayReason(invoice.reason, locale) }));
  return (
    <Page title={t("title")} lead={t("lead")}>
      <BillingTabs business={business} page="invoices" />
      {invoices.some(({ isDraft }) => isDraft) && <Notice kind="warning">{t("draftLead")}</Notice>}
      {invoices.length > 0 ? (
        <InvoiceTable business={business} rows={said} />
      ) : (
        <EmptyState Icon={ReceiptText} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )}
      {invoiceable.length > 0 && (
        <section aria-labelledby="invoiceable" className="grid min-w-0 gap-3">
          <h2 id="invoiceable" className="font-semibold text-lg">
            {t("invoiceable")}
          </h2>
          <InvoiceableTable business={business} rows={invoiceable} mayWrite={can(member.role, "billing:write")} />
        </section>
      )}
    </Page>
  );
}
