import { useTranslations } from "next-intl";
import { AmountLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import type { AdjustmentStatus } from "@/lib/money/adjustments/schema";
import type { AdjustmentRow } from "@/lib/operator/adjustments/list";

const kinds: Record<AdjustmentStatus, BadgeKind> = { open: "warning", done: "success", rejected: "danger" };

export function AdjustmentBadge({ status }: { status: AdjustmentStatus }) {
  const t = useTranslations("operator.adjustments.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function AdjustmentTable({ rows }: { rows: readonly AdjustmentRow[] }) {
  const t = useTranslations("operator.adjustments");
  const columns: Column<AdjustmentRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, amountVnd, kind }) => (
        <span className="grid min-w-0">
          <AmountLink href={`/operator/adjustments/${id}`} amountMilli={amountVnd * 1000n} />
          <span className="text-muted text-sm">{t(`kinds.${kind}`)}</span>
        </span>
      ),
    },
    { head: t("state"), cell: ({ status }) => <AdjustmentBadge status={status} /> },
    { head: t("business"), cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span> },
    {
      head: t("reference"),
      spare: true,
      cell: ({ reference }) => <span className="wrap-anywhere font-mono text-sm">{reference}</span>,
    },
    {
      head: t("author"),
      cell: ({ author, createdAt }) => (
        <span className="grid">
          <span className="wrap-anywhere">{author ?? "–"}</span>
          <Moment time={createdAt} />
        </span>
      ),
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
