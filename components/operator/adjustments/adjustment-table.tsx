import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/sign-in-log/moment";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { AdjustmentStatus } from "@/lib/billing/adjustments/schema";
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
      id: "amount",
      head: t("amount"),
      lead: true,
      cell: ({ id, amountVnd, kind }) => (
        <span className="grid min-w-0">
          <Link
            href={`/operator/adjustments/${id}` as Route}
            className="font-medium underline underline-offset-2 after:absolute after:inset-0"
          >
            <Money amountMilli={amountVnd * 1000n} />
          </Link>
          <span className="text-muted text-sm">{t(`kinds.${kind}`)}</span>
        </span>
      ),
    },
    { id: "state", head: t("state"), cell: ({ status }) => <AdjustmentBadge status={status} /> },
    {
      id: "business",
      head: t("business"),
      cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span>,
    },
    {
      id: "reference",
      head: t("reference"),
      spare: true,
      cell: ({ reference }) => <span className="wrap-anywhere font-mono text-sm">{reference}</span>,
    },
    {
      id: "author",
      head: t("author"),
      cell: ({ author, createdAt }) => (
        <span className="grid">
          <span className="wrap-anywhere">{author ?? "–"}</span>
          <Moment time={createdAt} />
        </span>
      ),
    },
  ];
  return (
    <Card padded={false}>
      <Table caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Card>
  );
}
