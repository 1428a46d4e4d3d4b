import { useLocale, useTranslations } from "next-intl";
import { businessPath } from "@/components/operator/businesses/business-table";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import type { PriceListRow } from "@/lib/operator/prices/list";
import { formatVnd } from "@/lib/platform/i18n/format";

const badges = { past: "neutral", current: "success", future: "warning" } as const;

/** A price with its unit, in words. */
export function usePriceWords() {
  const t = useTranslations("prices");
  const locale = useLocale();
  return ({ priceVnd, unit }: { priceVnd: number; unit: string }) =>
    t(unit === "second" ? "per.second" : "per.1000_characters", { price: formatVnd(BigInt(priceVnd) * 1000n, locale) });
}

export function PriceListTable({ rows }: { rows: readonly PriceListRow[] }) {
  const [t, words] = [useTranslations("operator.prices"), useTranslations("prices")];
  const say = usePriceWords();
  const columns: Column<PriceListRow>[] = [
    {
      head: words("columns.price"),
      cell: ({ modelId, ...row }) => (
        <span className="grid min-w-0">
          <span className="font-medium">{say(row)}</span>
          <span className="wrap-anywhere font-mono text-muted text-sm">{modelId}</span>
        </span>
      ),
    },
    {
      head: t("whose"),
      cell: ({ business }) =>
        business ? (
          <Link href={businessPath(business.id)} className="wrap-anywhere underline underline-offset-2">
            {business.name}
          </Link>
        ) : (
          t("everyone")
        ),
    },
    { head: words("columns.from"), cell: ({ from }) => <Moment time={from} /> },
    {
      head: words("columns.state"),
      cell: ({ state }) => <Badge kind={badges[state]}>{words(`states.${state}`)}</Badge>,
    },
    {
      head: t("source"),
      cell: ({ source, announcement }) => (
        <span className="grid">
          <span>{t(`sources.${source}`)}</span>
          {announcement && (
            <span className="text-muted text-sm">
              {t(announcement.doneAt ? "notified" : "notifying", { count: announcement.notified })}
            </span>
          )}
        </span>
      ),
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}
