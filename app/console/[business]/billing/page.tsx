import { QrCode } from "lucide-react";
import { getLocale, getTranslations } from "next-intl/server";
import { AlertForm } from "@/components/money/alert-form";
import { BalanceCard } from "@/components/money/balance-card";
import { BillingTabs } from "@/components/money/billing-tabs";
import { ClaimsCard } from "@/components/money/claims-card";
import { TopUpCard } from "@/components/money/top-up-card";
import { TopUpTable } from "@/components/money/top-up-table";
import { topUpsPath } from "@/components/money/top-ups-path";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { requireMember } from "@/lib/access/auth/session";
import { can } from "@/lib/access/principals/roles";
import { sayReason } from "@/lib/access/reasons/say-reason";
import { getAlert } from "@/lib/money/alerts/service";
import { listClaims } from "@/lib/money/claims/service";
import { reviewBuyer } from "@/lib/money/invoices/details/service";
import { invoicesOrders } from "@/lib/money/invoices/policy";
import { listOpenTopUps, listTopUps } from "@/lib/money/top-ups/list";
import { billingAddressSchema } from "@/lib/money/top-ups/schema";
import { findDaysLeft } from "@/lib/money/usage/days-left";
import { getBalance, getOwed } from "@/lib/money/wallet/balance";
import { getFreeCredit } from "@/lib/money/wallet/grants";
import { newToken } from "@/lib/platform/crypto";
import { env } from "@/lib/platform/env";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { supportContacts } from "@/lib/platform/mail/support";
import { BillingRefused } from "./billing-refused";

export const generateMetadata = pageTitle("billing", "title");

export default async function BillingPage({ params, searchParams }: PageProps<"/console/[business]/billing">) {
  const member = await requireMember((await params).business);
  const t = await getTranslations("billing");
  if (!can(member.role, "billing:read")) return <BillingRefused title={t("title")} lead={t("lead")} />;

  const { amount } = billingAddressSchema.parse(await searchParams);
  const [balance, free, owedMilli, open, recent, claims, alert, buyer] = await Promise.all([
    getBalance(member),
    getFreeCredit(member),
    getOwed(member),
    listOpenTopUps(member),
    listTopUps(member, { limit: 5 }),
    listClaims(member),
    getAlert(member),
    reviewBuyer(member),
  ]);
  const locale = await getLocale();
  const grants = free.grants.map((grant) => ({ ...grant, reason: grant.reason && sayReason(grant.reason, locale) }));
  const decided = claims.map((claim) => ({ ...claim, decision: claim.decision && sayReason(claim.decision, locale) }));
  const { businessId, businessSlug: business } = member;
  const daysLeft = (await findDaysLeft([{ businessId, ...balance }])).get(businessId) ?? null;
  const mayWrite = can(member.role, "billing:write");
  const others = recent.topUps.filter(({ status }) => status !== "waiting");

  return (
    <Page title={t("title")} lead={t("lead")}>
      <BillingTabs business={business} page="overview" />
      {owedMilli > 0n && (
        <Notice kind="danger">
          <p className="font-medium">
            {t("owed.title")} <Money amountMilli={owedMilli} />
          </p>
          <p>{t("owed.lead")}</p>
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        <BalanceCard {...balance} daysLeft={daysLeft} free={{ ...free, grants }} />
        {mayWrite && (
          <TopUpCard
            business={business}
            amount={amount}
            formToken={newToken()}
            isSetUp={env.BANK_ACCOUNTS.length > 0}
            contact={supportContacts()[0]}
            buyer={invoicesOrders() ? (buyer ?? "missing") : "none"}
          />
        )}
      </div>
      {open.length > 0 && (
        <section aria-labelledby="open-top-ups" className="grid min-w-0 gap-3">
          <h2 id="open-top-ups" className="font-semibold text-lg">
            {t("openTopUps")}
          </h2>
          <TopUpTable business={business} rows={open} />
        </section>
      )}
      <section aria-labelledby="top-ups" className="grid min-w-0 gap-3">
        <h2 id="top-ups" className="font-semibold text-lg">
          {t("recent")}
        </h2>
        {others.length > 0 ? (
          <>
            <TopUpTable business={business} rows={others} />
            <p>
              <ButtonLink href={topUpsPath(business)}>{t("allTopUps")}</ButtonLink>
            </p>
          </>
        ) : (
          <EmptyState Icon={QrCode} title={t("empty")}>
            {t("emptyLead")}
          </EmptyState>
        )}
      </section>
      <ClaimsCard business={business} claims={decided} mayWrite={mayWrite} />
      {mayWrite && (
        <Card title={t("alert.title")}>
          <AlertForm business={business} alert={alert} />
        </Card>
      )}
    </Page>
  );
}
