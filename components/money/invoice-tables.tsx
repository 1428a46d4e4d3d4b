import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { BuyerReview } from "@/lib/money/invoices/details/schema";
import type { Invoiceable, InvoiceRow, InvoiceStatus } from "@/lib/money/invoices/schema";
import { RequestInvoiceForm } from "./request-invoice-form";

const kinds: Record<InvoiceStatus, BadgeKind> = {
  requested: "info",
  issued: "success",
  adjusted: "warning",
  replaced: "warning",
  cancelled: "neutral",
};

export function InvoiceTable({ business, rows }: { business: string; rows: readonly InvoiceRow[] }) {
  const t = useTranslations("eInvoices");
  const columns: Column<InvoiceRow>[] = [
    {
      head: t("columns.number"),
      cell: ({ number, status, isDraft, kind, corrects, correctedBy, reason }) => (
        <span className="grid justify-items-start gap-1">
          <span className="font-mono text-sm wrap-anywhere">{number ?? "—"}</span>
          <span className="flex flex-wrap gap-1">
            <Badge kind={kinds[status]}>{t(`statuses.${status}`)}</Badge>
            {isDraft && <Badge kind="warning">{t("draft")}</Badge>}
          </span>
          <span className="grid text-muted text-sm wrap-anywhere">
            {corrects && kind !== "original" && <span>{t(`corrects.${kind}`, { number: corrects })}</span>}
            {correctedBy.map(
              (one) =>
                one.kind !== "original" && (
                  <span key={one.number}>{t(`correctedBy.${one.kind}`, { number: one.number ?? "" })}</span>
                ),
            )}
            {reason && <span>{t("reason", { reason })}</span>}
          </span>
        </span>
      ),
    },
    { head: t("columns.about"), cell: ({ about }) => <span className="font-mono text-sm wrap-anywhere">{about}</span> },
    {
      head: t("columns.amount"),
      numeric: true,
      cell: ({ amountVnd, taxVnd, vatPercent }) => (
        <span className="grid">
          <Money amountMilli={amountVnd * 1000n} />
          <span className="text-muted text-sm folded:whitespace-normal">
            {t("vat", { percent: vatPercent })} <Money amountMilli={taxVnd * 1000n} />
          </span>
        </span>
      ),
    },
    { head: t("columns.time"), cell: ({ requestedAt }) => <Moment time={requestedAt} /> },
    {
      head: t("columns.files"),
      cell: ({ id, number, lookupCode }) =>
        number ? (
          <span className="grid gap-1 text-sm">
            <span className="flex flex-wrap gap-3">
              {(["pdf", "xml"] as const).map((ending) => (
                <a
                  key={ending}
                  href={`/console/${business}/billing/invoices/${id}/${ending}`}
                  download
                  className="underline underline-offset-2"
                >
                  {ending.toUpperCase()}
                </a>
              ))}
            </span>
            <span className="font-mono text-muted">{lookupCode}</span>
          </span>
        ) : null,
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

type InvoiceableTableProps = {
  business: string;
  rows: readonly Invoiceable[];
  /** Null where the reader requests none, or while the business has no invoice details. */
  buyer: BuyerReview | null;
};

/** Payments or months without an invoice, each with a button that requests it. */
export function InvoiceableTable({ business, rows, buyer }: InvoiceableTableProps) {
  const t = useTranslations("eInvoices");
  const columns: Column<Invoiceable>[] = [
    {
      head: t("columns.about"),
      cell: ({ about, subject }) => <span className="font-mono text-sm wrap-anywhere">{about || subject}</span>,
    },
    { head: t("columns.received"), cell: ({ at }) => <Moment time={at} /> },
    { head: t("columns.amount"), numeric: true, cell: ({ amountVnd }) => <Money amountMilli={amountVnd * 1000n} /> },
    {
      head: t("request"),
      quiet: true,
      cell: (item) => (buyer ? <RequestInvoiceForm business={business} buyer={buyer} item={item} /> : null),
    },
  ];
  return <TableCard caption={t("invoiceable")} columns={columns} rows={rows} rowKey={({ subject }) => subject} />;
}
