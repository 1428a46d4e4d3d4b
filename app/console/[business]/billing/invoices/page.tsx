import { ReceiptText } from "lucide-react";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { InvoiceableTable, InvoiceTable } from "@/components/money/invoice-tables";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Link } from "@/components/ui/text/link";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { reviewBuyer } from "@/lib/money/invoices/details/service";
import { listInvoiceable, listInvoices } from "@/lib/money/invoices/list";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("eInvoices", "title");

export default async function InvoicesPage({ params }: PageProps<"/console/[business]/billing/invoices">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("eInvoices");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("title")} />;
  const business = member.businessSlug;
  const mayWrite = can(member.role, "billing:write");
  const [locale, invoices, invoiceable, buyer] = await Promise.all([
    getLocale(),
    listInvoices(member),
    listInvoiceable(member),
    mayWrite ? reviewBuyer(member) : null,
  ]);
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
          {mayWrite && !buyer && (
            <Notice kind="warning">
              <p>{t("noDetails")}</p>
              <Link href={`/console/${business}/settings#invoice` as Route} className="underline underline-offset-2">
                {t("review.edit")}
              </Link>
            </Notice>
          )}
          <InvoiceableTable business={business} rows={invoiceable} buyer={buyer} />
        </section>
      )}
    </Page>
  );
}
