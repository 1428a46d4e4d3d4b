import { useTranslations } from "next-intl";
import { AmountLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { Receivable, RefundListRow } from "@/lib/operator/refunds/list";
import type { RefundState } from "@/lib/operator/refunds/schema";

const kinds: Record<RefundState, BadgeKind> = {
  open: "warning",
  approved: "info",
  paid: "success",
  rejected: "danger",
};

export function RefundBadge({ state }: { state: RefundState }) {
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
