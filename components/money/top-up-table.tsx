import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Input } from "@/components/ui/fields/controls";
import { FilterForm } from "@/components/ui/lists/filter-form";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TopUpDetail } from "@/lib/money/top-ups/list";
import type { TopUpFilter, TopUpStatus } from "@/lib/money/top-ups/schema";
import { topUpsPath } from "./top-ups-path";

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

const kinds: Record<TopUpStatus, BadgeKind> = {
  waiting: "info",
  credited: "success",
  short: "warning",
  over: "success",
  late: "success",
  further: "success",
  expired: "neutral",
  checking: "info",
  reversed: "danger",
};

export function TopUpBadge({ status }: { status: TopUpStatus }) {
  const t = useTranslations("billing.statuses");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function TopUpFilters({ business, filter }: { business: string; filter: TopUpFilter }) {
  const t = useTranslations("billing.filters");
  return (
    <FilterForm path={topUpsPath(business)} filter={filter} words="billing.filters" isPaired>
      {(["month", "least", "most", "reference"] as const).map((name) => (
        <label
          key={name}
          htmlFor={`filter-${name}`}
          className="grid min-w-0 gap-1 text-muted text-sm max-sm:first:col-span-2 max-sm:nth-4:col-span-2 sm:w-44"
        >
          {t(name)}
          <Input
            id={`filter-${name}`}
            name={name}
            type={name === "month" ? "month" : "text"}
            defaultValue={filter[name]}
            autoComplete="off"
            inputMode={name === "least" || name === "most" ? "numeric" : undefined}
          />
        </label>
      ))}
    </FilterForm>
  );
}
