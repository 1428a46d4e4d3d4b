import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { amountFact, BusinessName, IdLink } from "@/components/operator/fact-values";
import { FactsCard } from "@/components/operator/facts";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { Moment } from "@/components/ui/text/moment";
import { approveRefundAction, payRefundAction, rejectRefundAction } from "@/lib/operator/refunds/actions";
import type { RefundDetail } from "@/lib/operator/refunds/list";
import { formatTime } from "@/lib/platform/i18n/format";
import { RefundBadge } from "./refund-table";

export function RefundFactsCard({ refund }: { refund: RefundDetail }) {
  const t = useTranslations("operator.refunds");
  const { amountMilli, state, business, transferId } = refund;
  return (
    <FactsCard
      facts={[
        amountFact(t("amount"), amountMilli, <RefundBadge state={state} />),
        { label: t("business"), value: <BusinessName business={business} /> },
        { label: t("by"), value: refund.requestedBy?.name },
        { label: t("created"), value: <Moment time={refund.createdAt} /> },
        { label: t("approvedAt"), value: refund.approvedAt && <Moment time={refund.approvedAt} /> },
        { label: t("decidedAt"), value: refund.decidedAt && <Moment time={refund.decidedAt} /> },
        { label: t("decision"), value: refund.decision },
        {
          label: t("transfer"),
          value: transferId && <IdLink href={transferPath(transferId)} text={transferId} />,
        },
      ]}
    />
  );
}

/** What to enter into the banking app, each with a copy button. */
export function PayeeCard({ refund: { payee, memo, amountMilli, state } }: { refund: RefundDetail }) {
  const t = useTranslations("operator.refunds");
  if (!payee) return state === "open" || state === "approved" ? <p className="text-muted">{t("hidden")}</p> : null;
  const copied = (text: string) => (
    <span className="inline-flex items-center gap-1">
      <span className="font-mono">{text}</span>
      <CopyButton text={text} />
    </span>
  );
  return (
    <FactsCard
      title={t("payee")}
      facts={[
        { label: t("bank"), value: payee.bank },
        { label: t("account"), value: copied(payee.accountNumber) },
        { label: t("holder"), value: copied(payee.holder) },
        { label: t("amount"), value: copied(String(amountMilli / 1000n)) },
        {
          label: t("memo"),
          value: (
            <>
              {copied(memo)}
              <p className="text-muted text-sm">{t("memoHint")}</p>
            </>
          ),
        },
      ]}
    />
  );
}

export function RefundActs({ refund: { id, state, seen, outgoing } }: { refund: RefundDetail }) {
  const t = useTranslations("operator.refunds");
  const locale = useLocale();
  const transfers = outgoing.map(({ id: value, reference, occurredAt }) => ({
    value,
    label: `${formatTime(occurredAt, locale)}, ${reference}`,
  }));
  return (
    <div className="flex flex-wrap gap-2">
      {state === "open" ? (
        <ActDialog
          title={t("approveTitle")}
          lead={t("memoHint")}
          trigger={{ label: t("approve"), variant: "primary" }}
          action={approveRefundAction}
          hidden={{ id, seen }}
          reason="staff"
        />
      ) : (
        <ActDialog
          title={t("payTitle")}
          lead={t("payLead")}
          trigger={{ label: t("pay"), variant: "primary" }}
          action={payRefundAction}
          hidden={{ id, seen }}
          fields={[
            {
              name: "transferId",
              label: t("outgoing"),
              choices: [...transfers, { value: "", label: t("noTransfer") }],
            },
            { name: "withoutTransfer", label: t("withoutTransfer") },
          ]}
          reason="business"
        />
      )}
      <ActDialog
        title={t("rejectTitle")}
        lead={t("rejectLead")}
        trigger={{ label: t("reject") }}
        action={rejectRefundAction}
        hidden={{ id, seen }}
        reason="business"
        isDanger
      />
    </div>
  );
}
