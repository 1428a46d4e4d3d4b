import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { retryInvoiceAction } from "@/lib/operator/work/actions";
import { type WorkTab, workTabs } from "@/lib/operator/work/schema";
import type { BankDayRow, DueInvoiceRow, EndpointRow } from "@/lib/operator/work/work";
import { formatDay } from "@/lib/platform/i18n/format";

export const workPath = (tab: WorkTab) => (tab === "overview" ? "/operator/work" : `/operator/work/${tab}`) as Route;

export function WorkTabs({ current }: { current: WorkTab }) {
  const t = useTranslations("operator.work");
  return (
    <div className="border-line border-b">
      <TabLinks
        label={t("title")}
        tabs={workTabs.map((tab) => ({ href: workPath(tab), label: t(`tabs.${tab}`) }))}
        current={workPath(current)}
      />
    </div>
  );
}

export function EndpointTable({ rows }: { rows: readonly EndpointRow[] }) {
  const t = useTranslations("operator.work");
  const columns: Column<EndpointRow>[] = [
    {
      head: t("business"),
      cell: ({ business, host }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{business}</span>
          <span className="break-all font-mono text-muted text-sm">{host}</span>
        </span>
      ),
    },
    {
      head: t("status"),
      cell: ({ disabledAt, disabledReason }) =>
        disabledAt ? (
          <Badge kind="danger">{t(`disabled.${disabledReason as "failing"}`)}</Badge>
        ) : (
          <Badge kind="warning">{t("endpointStates.failing")}</Badge>
        ),
    },
    { head: t("failures"), numeric: true, cell: ({ failures }) => failures },
    { head: t("since"), cell: ({ failingSince }) => (failingSince ? <Moment time={failingSince} /> : "–") },
    { head: t("last"), cell: ({ lastFailedAt }) => (lastFailedAt ? <Moment time={lastFailedAt} /> : "–") },
  ];
  return <TableCard caption={t("tabs.webhooks")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

/** The bank's list of each day and account beside what is recorded. */
export function BankDayTable({ rows }: { rows: readonly BankDayRow[] }) {
  const t = useTranslations("operator.work");
  const locale = useLocale();
  const columns: Column<BankDayRow>[] = [
    {
      head: t("day"),
      cell: ({ day, accountNumber }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{formatDay(day, locale)}</span>
          <span className="font-mono text-muted text-sm">{accountNumber}</span>
        </span>
      ),
    },
    { head: t("listed"), numeric: true, cell: (row) => <Money amountMilli={row.listedVnd * 1000n} /> },
    { head: t("recorded"), numeric: true, cell: (row) => <Money amountMilli={row.recordedVnd * 1000n} /> },
    {
      head: t("difference"),
      numeric: true,
      cell: ({ listedVnd, recordedVnd }) =>
        listedVnd === recordedVnd ? (
          <Badge kind="success">{t("equal")}</Badge>
        ) : (
          <span className="inline-flex items-center gap-2">
            <Money amountMilli={(listedVnd - recordedVnd) * 1000n} />
            <Badge kind="danger">{t("differs")}</Badge>
          </span>
        ),
    },
    { head: t("compared"), cell: ({ checkedAt }) => <Moment time={checkedAt} /> },
  ];
  return (
    <TableCard
      caption={t("tabs.bank")}
      columns={columns}
      rows={rows}
      rowKey={({ day, accountNumber }) => `${day} ${accountNumber}`}
    />
  );
}

export function DueInvoiceTable({ rows, mayAct }: { rows: readonly DueInvoiceRow[]; mayAct: boolean }) {
  const t = useTranslations("operator.work");
  const columns: Column<DueInvoiceRow>[] = [
    {
      head: t("invoices.one"),
      cell: ({ id, business }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere font-medium">{business}</span>
          <span className="break-all font-mono text-muted text-xs">{id}</span>
        </span>
      ),
    },
    { head: t("amount"), numeric: true, cell: ({ amountVnd }) => <Money amountMilli={amountVnd * 1000n} /> },
    {
      head: t("reason"),
      cell: ({ error, attempts }) => (
        <span className="wrap-anywhere text-sm">
          {[error, t("attemptCount", { attempts })].filter(Boolean).join(" · ")}
        </span>
      ),
    },
    { head: t("requested"), cell: ({ requestedAt }) => <Moment time={requestedAt} /> },
    { head: t("nextAttempt"), cell: ({ dueAt }) => <Moment time={dueAt} /> },
  ];
  const acts: Column<DueInvoiceRow> = {
    head: t("acts"),
    quiet: true,
    cell: ({ id }) => (
      <ActDialog
        title={t("invoices.retryTitle")}
        lead={id}
        trigger={{ label: t("invoices.retry"), fullLabel: `${t("invoices.retry")}: ${id}`, size: "small" }}
        action={retryInvoiceAction}
        hidden={{ id }}
        reason="staff"
      />
    ),
  };
  return (
    <TableCard
      caption={t("tabs.invoices")}
      columns={mayAct ? [...columns, acts] : columns}
      rows={rows}
      rowKey={({ id }) => id}
    />
  );
}
