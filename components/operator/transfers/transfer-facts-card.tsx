import { useTranslations } from "next-intl";
import { amountFact, BusinessName, IdLink } from "@/components/operator/fact-values";
import { FactsCard } from "@/components/operator/facts";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TransferDetail } from "@/lib/operator/transfers/find";
import { TransferBadge } from "./transfer-badge";
import { transferPath } from "./transfer-table";

export function TransferFactsCard({ transfer }: { transfer: TransferDetail }) {
  const t = useTranslations("operator.transfers");
  const { amountVnd, status, reason, decision, business, order, counterpart, refund, claims, invoices } = transfer;
  return (
    <FactsCard
      facts={[
        amountFact(t("amount"), amountVnd * 1000n, <TransferBadge status={status} />),
        { label: t("why"), value: status === "unmatched" && reason ? t(`reasons.${reason}`) : null },
        {
          label: t("alike"),
          value:
            transfer.alike.length > 0 &&
            transfer.alike.map((one) => (
              <span key={one.id} className="flex flex-wrap items-center gap-2">
                <IdLink href={transferPath(one.id)} text={one.id} />
                <TransferBadge status={one.status} />
                <span className="text-muted text-sm">{t("onAccount", { account: one.accountNumber })}</span>
              </span>
            )),
        },
        { label: t("business"), value: business && <BusinessName business={business} /> },
        { label: t("memo"), value: transfer.memo },
        { label: t("payer"), value: transfer.payer },
        {
          label: t("reference"),
          value: transfer.reference && <span className="font-mono">{transfer.reference}</span>,
        },
        { label: t("account"), value: <span className="font-mono">{transfer.accountNumber}</span> },
        { label: t("time"), value: <Moment time={transfer.occurredAt} /> },
        {
          label: t("order"),
          value: order?.code && (
            <>
              <span className="font-mono">{order.code}</span> <Money amountMilli={order.amountVnd * 1000n} />
            </>
          ),
        },
        {
          label: t("counterpart"),
          value: counterpart && <IdLink href={transferPath(counterpart)} text={counterpart} />,
        },
        {
          label: t("refund"),
          value: refund && <IdLink href={`/operator/refunds/${refund.id}`} text={refund.id} />,
        },
        {
          label: t("claims"),
          value:
            claims.length > 0 && claims.map(({ id }) => <IdLink key={id} href={`/operator/claims/${id}`} text={id} />),
        },
        {
          label: t("invoices"),
          value: invoices.map(({ id, status: state }) => `${id} (${t(`invoiceStates.${state}`)})`).join(", "),
        },
        { label: t("decision"), value: decision },
        {
          label: t("reports"),
          value: transfer.reports.map(({ source }) => t(`sources.${source}`)).join(", "),
        },
      ]}
    />
  );
}
