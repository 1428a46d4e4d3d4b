import type { Route } from "next";
import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TopUpDetail } from "@/lib/money/top-ups/list";
import { TopUpBadge } from "./top-up-badge";

export function TopUpTable({ business, rows }: { business: string; rows: readonly TopUpDetail[] }) {
  const t = useTranslations("billing");
  const columns: Column<TopUpDetail>[] = [
    {
      head: t("table.code"),
      cell: ({ id, code, method }) => (
        <Link
          href={`/console/${business}/billing/top-ups/${id}` as Route}
          className="font-medium after:absolute after:inset-0"
        >
          {code ? (
            <span className="font-mono">{code}</span>
          ) : (
            t(method === "operator" ? "table.byOperator" : "table.assigned")
          )}
        </Link>
      ),
    },
    { head: t("table.status"), cell: ({ status }) => <TopUpBadge status={status} /> },
    { head: t("table.amount"), numeric: true, cell: ({ amountVnd }) => <Money amountMilli={amountVnd * 1000n} /> },
    {
      head: t("table.received"),
      numeric: true,
      cell: ({ receivedVnd }) => (receivedVnd > 0n ? <Money amountMilli={receivedVnd * 1000n} /> : "—"),
    },
    { head: t("table.receivedAt"), cell: ({ receivedAt }) => (receivedAt ? <Moment time={receivedAt} /> : "—") },
    {
      head: t("table.reference"),
      spare: true,
      cell: ({ payments, document }) => (
        <span className="font-mono text-sm wrap-anywhere">
          {payments
            .map(({ reference }) => reference)
            .filter(Boolean)
            .join(", ") ||
            document ||
            "—"}
        </span>
      ),
    },
  ];
  return <TableCard caption={t("topUps")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
