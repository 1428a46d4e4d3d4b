import { useLocale, useTranslations } from "next-intl";
import { FactsCard } from "@/components/operator/facts";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PageLinks } from "@/components/ui/lists/paged-list";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Money } from "@/components/ui/text/money";
import type { readBalance, readLiabilities, readRevenue } from "@/lib/operator/books/reports";
import type { BooksAddress } from "@/lib/operator/books/schema";
import { formatDay, formatMonth } from "@/lib/platform/i18n/format";
import { booksPath } from "./book-tabs";
import { DatesForm } from "./dates-form";

export { PeriodsView } from "./periods-view";

type Balance = Awaited<ReturnType<typeof readBalance>>;
type Liabilities = Awaited<ReturnType<typeof readLiabilities>> & { address: BooksAddress };
type Revenues = Awaited<ReturnType<typeof readRevenue>> & { address: BooksAddress };

/** Debits and credits by kind of account, which add up to the same, and deferred revenue. */
export function BalanceView({ day, rows, deferred }: Balance) {
  const t = useTranslations("operator.books");
  const locale = useLocale();
  const sum = (of: "debitMilli" | "creditMilli") => rows.reduce((all, row) => all + row[of], 0n);
  const total = { kind: "", accounts: 0, debitMilli: sum("debitMilli"), creditMilli: sum("creditMilli") };
  const columns: Column<Balance["rows"][number]>[] = [
    {
      head: t("account"),
      cell: ({ kind }) =>
        kind ? t(`accounts.${kind as "bank"}`) : <span className="font-semibold">{t("total")}</span>,
    },
    { head: t("debit"), numeric: true, cell: (row) => <Money amountMilli={row.debitMilli} /> },
    { head: t("credit"), numeric: true, cell: (row) => <Money amountMilli={row.creditMilli} /> },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <DatesForm fields={[{ name: "day", label: t("atEndOf"), type: "date", value: day }]} />
      <TableCard
        title={t("balanceOf", { day: formatDay(day, locale) })}
        caption={t("views.balance")}
        columns={columns}
        rows={rows.length > 0 ? [...rows, total] : []}
        rowKey={({ kind }) => kind}
      />
      <FactsCard
        title={t("deferred")}
        facts={[
          { label: t("paidCredit"), value: <Money amountMilli={deferred.paidMilli} /> },
          { label: t("givenCredit"), value: <Money amountMilli={deferred.givenMilli} /> },
          {
            label: t("check"),
            value:
              total.debitMilli === total.creditMilli ? (
                <Badge kind="success">{t("balanced")}</Badge>
              ) : (
                <Badge kind="danger">{t("notBalanced")}</Badge>
              ),
          },
        ]}
      />
    </div>
  );
}

export function LiabilitiesView({ address, day, rows, hasNext }: Liabilities) {
  const t = useTranslations("operator.books");
  const columns: Column<Liabilities["rows"][number]>[] = [
    {
      head: t("business"),
      cell: ({ name, slug }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{name}</span>
          <span className="break-all text-muted text-sm">{slug}</span>
        </span>
      ),
    },
    { head: t("creditLeft"), numeric: true, cell: (row) => <Money amountMilli={row.creditMilli} /> },
    { head: t("owed"), numeric: true, cell: (row) => <Money amountMilli={row.owedMilli} /> },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <DatesForm view="liabilities" fields={[{ name: "day", label: t("atEndOf"), type: "date", value: day }]} />
      {rows.length === 0 ? (
        <EmptyState title={t("noLiabilities")}>{t("noLiabilitiesLead")}</EmptyState>
      ) : (
        <TableCard
          caption={t("views.liabilities")}
          columns={columns}
          rows={rows}
          rowKey={({ businessId }) => businessId}
        />
      )}
      <Pages {...{ address, hasNext }} />
    </div>
  );
}

export function RevenueView({ address, from, to, rows, hasNext }: Revenues) {
  const t = useTranslations("operator.books");
  const locale = useLocale();
  const columns: Column<Revenues["rows"][number]>[] = [
    {
      head: t("business"),
      cell: ({ name, month }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{name ?? "–"}</span>
          <span className="text-muted text-sm">{formatMonth(month, locale)}</span>
        </span>
      ),
    },
    { head: t("kind"), cell: ({ kind }) => (t.has(`kinds.${kind}`) ? t(`kinds.${kind as "tts"}`) : kind) },
    { head: t("movements"), numeric: true, cell: ({ jobs }) => jobs },
    { head: t("amount"), numeric: true, cell: ({ milli }) => <Money amountMilli={milli} /> },
  ];
  return (
    <div className="grid min-w-0 gap-4">
      <DatesForm
        view="revenue"
        fields={[
          { name: "from", label: t("fromMonth"), type: "month", value: from },
          { name: "to", label: t("toMonth"), type: "month", value: to },
        ]}
      />
      {rows.length === 0 ? (
        <EmptyState title={t("noRevenue")}>{t("noRevenueLead")}</EmptyState>
      ) : (
        <TableCard
          caption={t("views.revenue")}
          columns={columns}
          rows={rows}
          rowKey={({ month, businessId, kind }) => `${month} ${businessId} ${kind}`}
        />
      )}
      <Pages {...{ address, hasNext }} />
    </div>
  );
}

function Pages({ address, hasNext }: { address: BooksAddress; hasNext: boolean }) {
  const page = address.page ?? 1;
  return (
    <PageLinks
      words="operator.books.paging"
      newest={page > 1 ? booksPath({ ...address, page: undefined }) : undefined}
      older={hasNext ? booksPath({ ...address, page: page + 1 }) : undefined}
    />
  );
}
