import { useLocale, useTranslations } from "next-intl";
import { RowLink } from "@/components/operator/fact-values";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import type { Waiting } from "@/lib/operator/waiting/list";
import { decidedAt } from "@/lib/operator/waiting/schema";
import { formatVnd } from "@/lib/platform/i18n/format";

export function WaitingTable({ rows, total }: { rows: readonly Waiting[]; total: number }) {
  const t = useTranslations("operator.today");
  const locale = useLocale();
  const columns: Column<Waiting>[] = [
    {
      head: t("what"),
      cell: ({ kind, business, count, isOverdue, id }) => (
        <span className="grid min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <RowLink href={decidedAt({ kind, id })}>{t(`kinds.${kind}`, { count })}</RowLink>
            {isOverdue && <Badge kind="danger">{t("overdue")}</Badge>}
          </span>
          {business && <span className="wrap-anywhere text-muted text-sm">{business}</span>}
        </span>
      ),
    },
    {
      head: t("amount"),
      numeric: true,
      cell: ({ amountMilli }) => (amountMilli === null ? "–" : formatVnd(amountMilli, locale)),
    },
    { head: t("since"), cell: ({ since }) => <Moment time={since} /> },
  ];
  return (
    <div className="grid min-w-0 gap-2">
      <Card padded={false}>
        <div className="max-h-[32rem] overflow-y-auto">
          <Table caption={t("waiting")} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </div>
      </Card>
      {total > rows.length && <p className="text-muted text-sm">{t("more", { shown: rows.length, total })}</p>}
    </div>
  );
}
