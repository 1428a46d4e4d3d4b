import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import type { StatementSummary } from "@/lib/money/statements/schema";
import { formatMonth } from "@/lib/platform/i18n/format";

export function StatementTable({ business, rows }: { business: string; rows: readonly StatementSummary[] }) {
  const t = useTranslations("statements");
  const locale = useLocale();
  const money = (milli: bigint | null) => (milli === null ? "—" : <Money amountMilli={milli} />);
  const columns: Column<StatementSummary>[] = [
    {
      head: t("columns.month"),
      cell: ({ month }) => (
        <Link
          href={`/console/${business}/billing/statements/${month}` as Route}
          className="font-medium after:absolute after:inset-0"
        >
          {formatMonth(month, locale)}
        </Link>
      ),
    },
    {
      head: t("columns.status"),
      cell: ({ number }) => <Badge kind={number ? "success" : "neutral"}>{t(number ? "isClosed" : "isOpen")}</Badge>,
    },
    { head: t("number"), cell: ({ number }) => <span className="font-mono text-sm">{number ?? "—"}</span> },
    { head: t("opening"), numeric: true, cell: ({ openingMilli }) => money(openingMilli) },
    { head: t("closing"), numeric: true, cell: ({ closingMilli }) => money(closingMilli) },
  ];
  return <TableCard caption={t("listTitle")} columns={columns} rows={rows} rowKey={({ month }) => month} />;
}
