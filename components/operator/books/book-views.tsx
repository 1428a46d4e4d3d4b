import { Lock, Scale, TrendingUp } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { FactsCard } from "@/components/operator/facts";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Input } from "@/components/ui/fields/controls";
import { PageLinks } from "@/components/ui/lists/paged-list";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type Column, Table, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { lockMonthAction } from "@/lib/operator/books/actions";
import type { BookLockRow, readBalance, readLiabilities, readRevenue } from "@/lib/operator/books/books";
import { type BooksAddress, bookViews } from "@/lib/operator/books/schema";
import { formatDay, formatMonth, formatNumber } from "@/lib/platform/i18n/format";
import { withQuery } from "@/lib/platform/with-query";
import { VerifyMonth } from "./verify-month";

const booksPath = ({ page, ...address }: BooksAddress) =>
  withQuery("/operator/books", { ...address, page: page === undefined ? undefined : String(page) });

const pathOf = (view: BooksAddress["view"]) => booksPath({ view: view === "balance" ? undefined : view });

export function BookTabs({ address }: { address: BooksAddress }) {
  const t = useTranslations("operator.books");
  return (
    <div className="border-line border-b">
      <TabLinks
        label={t("title")}
        tabs={bookViews.map((view) => ({ href: pathOf(view), label: t(`views.${view}`) }))}
        current={pathOf(address.view)}
      />
    </div>
  );
}

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
        <EmptyState Icon={Scale} title={t("noLiabilities")}>
          {t("noLiabilitiesLead")}
        </EmptyState>
      ) : (
        <TableCard
          caption={t("views.liabilities")}
          columns={columns}
          rows={rows}
          rowKey={({ businessId }) => businessId}
        />
      )}
      <Pages address={address} hasNext={hasNext} />
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
        <EmptyState Icon={TrendingUp} title={t("noRevenue")}>
          {t("noRevenueLead")}
        </EmptyState>
      ) : (
        <TableCard
          caption={t("views.revenue")}
          columns={columns}
          rows={rows}
          rowKey={({ month, businessId, kind }) => `${month} ${businessId} ${kind}`}
        />
      )}
      <Pages address={address} hasNext={hasNext} />
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

type PeriodsViewProps = { locks: readonly BookLockRow[]; mayAct: boolean };

/** The locked months, the act that locks one, and the export of the journal. */
export function PeriodsView({ locks, mayAct }: PeriodsViewProps) {
  const t = useTranslations("operator.books");
  const readsOnly = useTranslations("operator")("readsOnly");
  return (
    <div className="grid min-w-0 gap-6">
      {mayAct ? <JournalCard /> : <Notice>{readsOnly}</Notice>}
      <Card
        title={t("locked")}
        padded={false}
        action={
          mayAct && (
            <ActDialog
              title={t("lockTitle")}
              lead={t("lockLead")}
              trigger={{ label: t("lock") }}
              action={lockMonthAction}
              fields={[{ name: "month", label: t("month"), hint: t("monthHint") }]}
              reason="staff"
              isDanger
            />
          )
        }
      >
        <LockTable locks={locks} mayAct={mayAct} />
      </Card>
    </div>
  );
}

function LockTable({ locks, mayAct }: PeriodsViewProps) {
  const t = useTranslations("operator.books");
  const locale = useLocale();
  const columns: Column<BookLockRow>[] = [
    {
      head: t("month"),
      cell: ({ month, journalHash }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{formatMonth(month, locale)}</span>
          <span className="break-all font-mono text-muted text-xs" title={journalHash}>
            {journalHash.slice(0, 16)}
          </span>
        </span>
      ),
    },
    { head: t("lines"), numeric: true, cell: ({ entries }) => formatNumber(entries, locale) },
    { head: t("who"), cell: ({ operator }) => <span className="wrap-anywhere">{operator}</span> },
    { head: t("lockedAt"), cell: ({ lockedAt }) => <Moment time={lockedAt} /> },
    ...(mayAct
      ? [{ head: t("verify"), quiet: true, cell: ({ month }: BookLockRow) => <VerifyMonth month={month} /> }]
      : []),
  ];
  if (locks.length === 0)
    return (
      <EmptyState Icon={Lock} title={t("noLocks")}>
        {t("noLocksLead")}
      </EmptyState>
    );
  return <Table caption={t("locked")} columns={columns} rows={locks} rowKey={({ month }) => month} />;
}

function JournalCard() {
  const t = useTranslations("operator.books");
  const reason = useTranslations("operator");
  const fields = [
    { name: "from", label: t("fromDay"), type: "date", width: "w-44" },
    { name: "to", label: t("toDay"), type: "date", width: "w-44" },
    { name: "reason", label: reason("reason"), type: "text", width: "w-72" },
  ] as const;
  return (
    <Card title={t("journal")}>
      <form action="/operator/books/journal.csv" className="flex flex-wrap items-end gap-3">
        {fields.map(({ name, label, type, width }) => (
          <label key={name} htmlFor={`journal-${name}`} className={`grid max-w-full gap-1 text-muted text-sm ${width}`}>
            {label}
            <Input id={`journal-${name}`} name={name} type={type} required autoComplete="off" maxLength={300} />
          </label>
        ))}
        <Button type="submit">{t("download")}</Button>
      </form>
      <p className="mt-3 text-muted text-sm">{t("journalHint")}</p>
    </Card>
  );
}

type DatesFormProps = {
  view?: string;
  fields: readonly { name: string; label: string; type: "date" | "month"; value: string }[];
};

/** Chooses the day or months of a report, by its URL alone. */
function DatesForm({ view, fields }: DatesFormProps) {
  const t = useTranslations("operator.books");
  return (
    <form action="/operator/books" className="flex flex-wrap items-end gap-3 print:hidden">
      {view && <input type="hidden" name="view" value={view} />}
      {fields.map(({ name, label, type, value }) => (
        <label key={name} htmlFor={`report-${name}`} className="grid w-44 gap-1 text-muted text-sm">
          {label}
          <Input id={`report-${name}`} name={name} type={type} defaultValue={value} key={value} />
        </label>
      ))}
      <Button type="submit">{t("show")}</Button>
    </form>
  );
}
