import { Undo2 } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { BillingTabs } from "@/components/money/billing-tabs";
import { RefundForm } from "@/components/money/refund-form";
import { RefundTable } from "@/components/money/refund-table";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { findOpenRefund, getRefundOffer, listRefunds } from "@/lib/money/refunds/request";
import { bankChoices } from "@/lib/money/top-ups/payment-code";
import { newToken } from "@/lib/platform/crypto";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../billing-refused";

export const generateMetadata = pageTitle("refunds", "listTitle");

export default async function RefundsPage({ params }: PageProps<"/console/[business]/billing/refunds">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("refunds");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("listTitle")} />;
  const business = member.businessSlug;
  const mayAsk = can(member.role, "business:archive");
  const [locale, refunds, open, offer] = await Promise.all([
    getLocale(),
    listRefunds(member),
    findOpenRefund(member),
    mayAsk ? getRefundOffer(member) : null,
  ]);
  const rows = refunds.map((row) => ({ ...row, decision: row.decision && sayReason(row.decision, locale) }));
  return (
    <Page title={t("listTitle")} lead={t("lead")}>
      <BillingTabs business={business} page="refunds" />
      {open && (
        <Notice>
          {t.rich(open.approvedAt ? "waitingApproved" : "waiting", {
            amount: () => <Money amountMilli={open.amountMilli} />,
          })}
        </Notice>
      )}
      {!mayAsk && <p className="text-muted">{t("onlyOwners")}</p>}
      {offer && !open && offer.refundableMilli > 0n && (
        <Card title={t("title")}>
          <RefundForm business={business} offer={offer} banks={bankChoices} formToken={newToken()} />
        </Card>
      )}
      {rows.length > 0 ? (
        <RefundTable business={business} rows={rows} mayWithdraw={mayAsk} />
      ) : (
        offer?.refundableMilli === 0n && (
          <EmptyState Icon={Undo2} title={t("nothing")}>
            {t("nothingLead")}
          </EmptyState>
        )
      )}
    </Page>
  );
}
