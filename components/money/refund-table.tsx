import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { RefundRow, RefundStatus } from "@/lib/money/refunds/schema";
import { WithdrawRefundForm } from "./refund-form";

const kinds: Record<RefundStatus, BadgeKind> = {
  open: "info",
  approved: "info",
  paid: "success",
  rejected: "danger",
  withdrawn: "neutral",
};

type RefundTableProps = { business: string; rows: readonly RefundRow[]; mayWithdraw: boolean };

export function RefundTable({ business, rows, mayWithdraw }: RefundTableProps) {
  const t = useTranslations("refunds");
  const columns: Column<RefundRow>[] = [
    {
      head: t("columns.amount"),
      cell: ({ amountMilli }) => <Money amountMilli={amountMilli} />,
    },
    {
      head: t("columns.status"),
      cell: ({ status, decision }) => (
        <span className="grid justify-items-start gap-1 folded:justify-items-end">
          <Badge kind={kinds[status]}>{t(`statuses.${status}`)}</Badge>
          {decision && <span className="text-muted text-sm wrap-anywhere">{decision}</span>}
        </span>
      ),
    },
    { head: t("columns.requested"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { head: t("columns.by"), cell: ({ requestedBy }) => <span className="wrap-anywhere">{requestedBy ?? "—"}</span> },
    { head: t("columns.closed"), cell: ({ decidedAt }) => (decidedAt ? <Moment time={decidedAt} /> : "—") },
    {
      head: t("withdraw"),
      quiet: true,
      cell: ({ id, canWithdraw }) =>
        mayWithdraw && canWithdraw ? <WithdrawRefundForm business={business} id={id} /> : null,
    },
  ];
  return <TableCard caption={t("listTitle")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
