import type { Route } from "next";
import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { LiveTopUp } from "@/components/money/live-top-up";
import { PaymentTable } from "@/components/money/payment-table";
import { ScanCard } from "@/components/money/scan-card";
import { TopUpStatusNotice } from "@/components/money/top-up-status-notice";
import { AmountCheck, TransferFacts } from "@/components/money/transfer-facts";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Card } from "@/components/ui/text/card";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { vndInWords } from "@/lib/money/top-ups/in-words";
import { getTopUp } from "@/lib/money/top-ups/list";
import { bankApps, bankName, paymentCodeOf } from "@/lib/money/top-ups/payment-code";
import { billingAddressSchema, wordsFromVnd } from "@/lib/money/top-ups/schema";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { drawQr } from "@/lib/platform/qr";
import { BillingRefused } from "../../billing-refused";

export const generateMetadata = pageTitle("billing", "pageTitle");

export default async function TopUpPage({
  params,
  searchParams,
}: PageProps<"/console/[business]/billing/top-ups/[topUpId]">) {
  const { business, topUpId } = await params;
  const member = await requireMember(business);
  const { amount } = billingAddressSchema.parse(await searchParams);
  const [topUp, t] = await Promise.all([orError(getTopUp(member, topUpId)), getTranslations("billing")]);
  if (topUp instanceof AppError) {
    if (topUp.code === "NOT_FOUND") notFound();
    return <BillingRefused title={t("pageTitle")} />;
  }

  const here = `/console/${business}/billing/top-ups/${topUp.id}`;
  const payload = paymentCodeOf(topUp);
  const isPayable = payload && ["waiting", "expired", "short"].includes(topUp.status);
  const isLarge = isPayable && topUp.dueVnd >= wordsFromVnd;
  const words = isLarge ? vndInWords(topUp.dueVnd, await getLocale()) : undefined;
  const isChecked = !isLarge || amount === String(topUp.dueVnd);
  const actions = (
    <div className="flex flex-wrap gap-2">
      {topUp.receivedVnd > 0n && <ButtonLink href={`${here}/receipt` as Route}>{t("receipt")}</ButtonLink>}
      <ButtonLink href={`/console/${business}/billing` as Route}>{t("back")}</ButtonLink>
    </div>
  );

  return (
    <Page
      title={t(topUp.code ? "pageTitle" : "paymentTitle")}
      lead={isPayable && isChecked ? t("pageLead") : undefined}
      action={actions}
    >
      <LiveTopUp business={business} id={topUp.id} status={topUp.status} receivedVnd={String(topUp.receivedVnd)}>
        <TopUpStatusNotice topUp={topUp} here={here as Route} />
      </LiveTopUp>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)]">
        {words && !isChecked && <AmountCheck business={business} here={here} dueVnd={topUp.dueVnd} words={words} />}
        {isPayable && isChecked && <ScanCard drawing={drawQr(payload)} file={`${here}/vietqr.png`} apps={bankApps} />}
        {isChecked && (
          <Card title={t(topUp.account ? "transfer.title" : "transfer.facts")}>
            <TransferFacts
              topUp={topUp}
              bank={topUp.account && bankName(topUp.account.bin)}
              isPayable={Boolean(isPayable)}
              words={words}
            />
          </Card>
        )}
      </div>
      {topUp.payments.length > 0 && (
        <section aria-labelledby="payments" className="grid min-w-0 gap-3">
          <h2 id="payments" className="font-semibold text-lg">
            {t("payments.title")}
          </h2>
          <PaymentTable payments={topUp.payments} />
        </section>
      )}
    </Page>
  );
}
