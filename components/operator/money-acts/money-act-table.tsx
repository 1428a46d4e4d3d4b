import { useTranslations } from "next-intl";
import { RowLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { MoneyActStatus } from "@/lib/money/acts/schema";
import type { MoneyActRow } from "@/lib/operator/money-acts/list";
import { actPath, useKindNames } from "./waiting-acts";

const badges: Record<MoneyActStatus, BadgeKind> = {
  open: "warning",
  done: "success",
  rejected: "danger",
  expired: "neutral",
};

export function MoneyActBadge({ status }: { status: MoneyActStatus }) {
  const t = useTranslations("operator.moneyActs.states");
  return <Badge kind={badges[status]}>{t(status)}</Badge>;
}

export function MoneyActTable({ rows }: { rows: readonly MoneyActRow[] }) {
  const t = useTranslations("operator.moneyActs");
  const nameOf = useKindNames();
  const columns: Column<MoneyActRow>[] = [
    {
      head: t("kind"),
      cell: (act) => (
        <span className="grid min-w-0">
          <RowLink href={actPath(act)}>{nameOf(act.kind)}</RowLink>
          <span className="wrap-anywhere text-muted text-sm">
            {act.businesses.map(({ name }) => name).join(", ") || (act.kind === "price.add" && t("everyone"))}
          </span>
        </span>
      ),
    },
    {
      head: t("amount"),
      numeric: true,
      cell: ({ amountVnd }) => (amountVnd > 0n ? <Money amountMilli={amountVnd * 1000n} /> : "–"),
    },
    { head: t("state"), cell: ({ status }) => <MoneyActBadge status={status} /> },
    {
      head: t("author"),
      cell: ({ author, createdAt }) => (
        <span className="grid">
          <span className="wrap-anywhere">{author ?? "–"}</span>
          <Moment time={createdAt} />
        </span>
      ),
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
