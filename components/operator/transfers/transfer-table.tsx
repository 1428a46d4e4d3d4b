import type { Route } from "next";
import { useTranslations } from "next-intl";
import { RowLink } from "@/components/operator/facts";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { TransferState } from "@/lib/operator/transfers/schema";
import type { TransferRow } from "@/lib/operator/transfers/transfers";

export const transferPath = (id: string) => `/operator/transfers/${id}` as Route;

export function TransferTable({ rows }: { rows: readonly TransferRow[] }) {
  const t = useTranslations("operator.transfers");
  const columns: Column<TransferRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, direction, amountVnd, memo, payer }) => (
        <span className="grid min-w-0">
          <RowLink href={transferPath(id)}>
            {direction === "out" && "−"}
            <Money amountMilli={amountVnd * 1000n} />
          </RowLink>
          <span className="wrap-anywhere text-sm">{memo}</span>
          {payer && <span className="wrap-anywhere text-muted text-sm">{payer}</span>}
        </span>
      ),
    },
    {
      head: t("state"),
      cell: ({ status, reason }) => (
        <span className="grid justify-items-start gap-0.5 folded:justify-items-end">
          <TransferBadge status={status} />
          {status === "unmatched" && reason && <span className="text-muted text-sm">{t(`reasons.${reason}`)}</span>}
        </span>
      ),
    },
    { head: t("business"), cell: ({ business }) => business && <span className="wrap-anywhere">{business.name}</span> },
    {
      head: t("reference"),
      spare: true,
      cell: ({ reference }) => <span className="wrap-anywhere font-mono text-sm">{reference}</span>,
    },
    { head: t("time"), cell: ({ occurredAt }) => <Moment time={occurredAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const kinds: Record<TransferState, BadgeKind> = {
  unmatched: "warning",
  credited: "success",
  reversed: "danger",
  reversal: "neutral",
  refund: "neutral",
  own: "neutral",
  void: "danger",
};

export function TransferBadge({ status }: { status: TransferState }) {
  const t = useTranslations("operator.transfers.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}
