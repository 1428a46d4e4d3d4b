import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { Button } from "@/components/ui/buttons/button";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";
import { Input } from "@/components/ui/fields/input";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Moment } from "@/components/ui/text/moment";
import { lockMonthAction } from "@/lib/operator/books/actions";
import type { BookLockRow } from "@/lib/operator/books/reports";
import { formatMonth, formatNumber } from "@/lib/platform/i18n/format";
import { VerifyMonth } from "./verify-month";

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
        <LockTable {...{ locks, mayAct }} />
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
  if (locks.length === 0) return <EmptyState title={t("noLocks")}>{t("noLocksLead")}</EmptyState>;
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
