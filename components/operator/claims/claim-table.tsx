import { useTranslations } from "next-intl";
import { AmountLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import type { ClaimStatus } from "@/lib/money/claims/schema";
import type { ClaimListRow } from "@/lib/operator/claims/list";

const kinds: Record<ClaimStatus, BadgeKind> = {
  open: "warning",
  approved: "success",
  rejected: "danger",
  withdrawn: "neutral",
};

export function ClaimBadge({ status }: { status: ClaimStatus }) {
  const t = useTranslations("operator.claims.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function ClaimTable({ rows }: { rows: readonly ClaimListRow[] }) {
  const t = useTranslations("operator.claims");
  const columns: Column<ClaimListRow>[] = [
    {
      head: t("amount"),
      cell: ({ id, amountVnd, reference }) => (
        <span className="grid min-w-0">
          <AmountLink href={`/operator/claims/${id}`} amountMilli={amountVnd * 1000n} />
          {reference && <span className="wrap-anywhere font-mono text-muted text-sm">{reference}</span>}
        </span>
      ),
    },
    {
      head: t("state"),
      cell: ({ status, isAnswered }) => (
        <span className="flex flex-wrap gap-1">
          <ClaimBadge status={status} />
          {status === "open" && isAnswered && <Badge kind="info">{t("replied")}</Badge>}
        </span>
      ),
    },
    { head: t("business"), cell: ({ business }) => <span className="wrap-anywhere">{business.name}</span> },
    { head: t("created"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
