import type { Route } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { PartyBlock } from "@/components/money/party-block";
import { PaymentTable } from "@/components/money/payment-table";
import { PrintButton } from "@/components/money/print-button";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { Notice } from "@/components/ui/feedback/notice";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { Page } from "@/components/ui/text/page";
import { orError } from "@/lib/access/auth/or-error";
import { requireMember } from "@/lib/access/auth/session";
import { findMemberParties } from "@/lib/money/statements/parties";
import { getTopUp } from "@/lib/money/top-ups/list";
import { bankName } from "@/lib/money/top-ups/payment-code";
import { AppError } from "@/lib/platform/errors";
import { pageTitle } from "@/lib/platform/i18n/page-title";
import { BillingRefused } from "../../../billing-refused";

type Props = PageProps<"/console/[business]/billing/top-ups/[topUpId]/receipt">;

export const generateMetadata = pageTitle("receipts", "title");

/** What was received for a top-up, to print: with the bank's reference and the seller. */
export default async function ReceiptPage({ params }: Props) {
  const { business, topUpId } = await params;
  const member = await requireMember(business);
  const [topUp, t, words] = await Promise.all([
    orError(getTopUp(member, topUpId)),
    getTranslations("receipts"),
    getTranslations("statements"),
  ]);
  if (topUp instanceof AppError) {
    if (topUp.code === "NOT_FOUND") notFound();
    return <BillingRefused title={t("title")} />;
  }
  const { seller, buyer, businessName } = await findMemberParties(member);
  const { account, code, document, receivedVnd, settledVnd } = topUp;
  const vnd = (amount: bigint) => <Money amountMilli={amount * 1000n} />;
  const facts = [
    [
      t("number"),
      <span key="id" className="font-mono text-sm wrap-anywhere">
        {topUp.id}
      </span>,
    ],
    ...(code
      ? [
          [
            t("memo"),
            <span key="code" className="font-mono">
              {code}
            </span>,
          ] as const,
        ]
      : []),
    ...(document ? [[t("document"), document] as const] : []),
    ...(account ? [[t("bank"), bankName(account.bin)] as const, [t("account"), account.number] as const] : []),
    [t("received"), <b key="received">{vnd(receivedVnd)}</b>],
    ...(settledVnd > 0n ? [[t("settled"), vnd(settledVnd)] as const] : []),
    [t("credited"), vnd(receivedVnd - settledVnd)],
  ] as const;
  return (
    <div className="print-alone">
      <Page
        title={t("title")}
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            <ButtonLink href={`/console/${business}/billing/top-ups/${topUpId}` as Route}>{t("back")}</ButtonLink>
            {receivedVnd > 0n && <PrintButton label={words("print")} />}
          </div>
        }
      >
        {receivedVnd === 0n ? (
          <Notice>{t("none")}</Notice>
        ) : (
          <>
            <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
              <PartyBlock title={words("seller")} party={seller} missing={words("noSeller")} />
              <PartyBlock title={words("buyer")} party={buyer} name={businessName} missing={words("noBuyer")} />
            </div>
            <Card>
              <dl className="divide-y divide-line">
                {facts.map(([label, value]) => (
                  <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2">
                    <dt className="text-muted text-sm">{label}</dt>
                    <dd className="min-w-0 wrap-anywhere">{value}</dd>
                  </div>
                ))}
              </dl>
            </Card>
            {topUp.payments.length > 0 && <PaymentTable payments={topUp.payments} />}
            <p className="text-muted text-sm">{t("note")}</p>
          </>
        )}
      </Page>
    </div>
  );
}
