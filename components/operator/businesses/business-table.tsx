import { useTranslations } from "next-intl";
import { LinkPending } from "@/components/shell/pending-page";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import type { BusinessRow } from "@/lib/operator/businesses/list";
import type { BusinessState } from "@/lib/operator/businesses/schema";
import { businessPath } from "./business-path";

const kinds: Record<BusinessState, BadgeKind> = {
  active: "success",
  suspended: "danger",
  archived: "neutral",
  erased: "neutral",
};

export function BusinessBadge({ state }: { state: BusinessState }) {
  const t = useTranslations("operator.businesses.states");
  return <Badge kind={kinds[state]}>{t(state)}</Badge>;
}

export function BusinessTable({ rows }: { rows: readonly BusinessRow[] }) {
  const t = useTranslations("operator.businesses");
  const columns: Column<BusinessRow>[] = [
    {
      head: t("name"),
      cell: ({ id, name, slug }) => (
        <span className="grid min-w-0">
          <Link
            href={businessPath(id)}
            className="wrap-anywhere font-medium underline underline-offset-2 after:absolute after:inset-0"
          >
            <LinkPending href={businessPath(id)} />
            {name}
          </Link>
          <span className="wrap-anywhere text-muted text-sm">{slug}</span>
        </span>
      ),
    },
    { head: t("state"), cell: ({ state }) => <BusinessBadge state={state} /> },
    {
      head: t("available"),
      numeric: true,
      cell: ({ availableMilli, owedMilli }) => (
        <span className="grid justify-items-end">
          <Money amountMilli={availableMilli} />
          {owedMilli > 0n && (
            <span className="text-danger text-sm">
              {t("owes")} <Money amountMilli={owedMilli} />
            </span>
          )}
        </span>
      ),
    },
    { head: t("charged"), numeric: true, cell: ({ chargedMilli }) => <Money amountMilli={chargedMilli} /> },
    { head: t("created"), spare: true, cell: ({ createdAt }) => <Moment time={createdAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
