import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TopUpPayment } from "@/lib/money/top-ups/list";

export function PaymentTable({ payments }: { payments: readonly TopUpPayment[] }) {
  const t = useTranslations("billing.payments");
  const columns: Column<TopUpPayment>[] = [
    {
      head: t("amount"),
      cell: ({ amountVnd, isReversed, isChecked }) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-medium">
          <Money amountMilli={amountVnd * 1000n} />
          {isReversed && <Badge kind="danger">{t("reversed")}</Badge>}
          {isChecked && <Badge kind="info">{t("checked")}</Badge>}
        </span>
      ),
    },
    { head: t("time"), cell: ({ occurredAt }) => <Moment time={occurredAt} /> },
    {
      head: t("reference"),
      cell: ({ reference }) => <span className="font-mono text-sm wrap-anywhere">{reference || "—"}</span>,
    },
    {
      head: t("payer"),
      cell: ({ payerHint }) => <span className="font-mono text-sm">{payerHint ? `••••${payerHint}` : "—"}</span>,
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={payments} rowKey={({ id }) => id} />;
}
