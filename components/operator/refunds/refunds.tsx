import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { AmountLink, amountFact, BusinessName, FactsCard, IdLink } from "@/components/operator/facts";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { CopyButton } from "@/components/ui/buttons/copy-button";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { approveRefundAction, payRefundAction, rejectRefundAction } from "@/lib/operator/refunds/actions";
import type { Receivable, RefundDetail, RefundListRow } from "@/lib/operator/refunds/list";
import type { RefundState } from "@/lib/operator/refunds/schema";
import { formatTime } from "@/lib/platform/i18n/format";

const kinds: Record<RefundState, BadgeKind> = {
  open: "warning",
  approved: "info",
  paid: "success",
  rejected: "danger",
  withdrawn: "neutral",
};

function RefundBadge({ state }: { state: RefundState }) {
  const t = useTranslations("operator.refunds.states");
  return <Badge kind={kinds[state]}>{t(state)}</Badge>;
}

export function RefundTable({ rows }: { rows: readonly RefundListRow[] }) {
  const t = useTranslations("operator.refunds");
  const columns: Column<RefundListRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, amountMilli }) => <AmountLink href={`/operator/refunds/${id}`} amountMilli={amountMilli} />,
    },
    { head: t("state"), cell: ({ state }) => <RefundBadge state={state} /> },
    { head: t("business"), cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span> },
    { head: t("created"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

export function ReceivableTable({ rows }: { rows: readonly Receivable[] }) {
  const t = useTranslations("operator.receivables");
  const columns: Column<Receivable>[] = [
    {
      head: t("business"),
      cell: ({ business }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{business.name}</span>
          <span className="wrap-anywhere text-muted text-sm">{business.slug}</span>
        </span>
      ),
    },
    { head: t("owed"), numeric: true, cell: ({ owedMilli }) => <Money amountMilli={owedMilli} /> },
    {
      head: t("state"),
      cell: ({ isSuspended }) => (
        <Badge kind={isSuspended ? "danger" : "success"}>{t(isSuspended ? "suspended" : "works")}</Badge>
      ),
    },
    { head: t("since"), cell: ({ since }) => since && <Moment time={since} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ business }) => business.id} />;
}

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
          ready="refundPaid"
        />
      )}
      <ActDialog
        title={t("rejectTitle")}
        lead={t("rejectLead")}
        trigger={{ label: t("reject") }}
        action={rejectRefundAction}
        hidden={{ id, seen }}
        reason="business"
        ready="refundRejected"
        isDanger
      />
    </div>
  );
}
