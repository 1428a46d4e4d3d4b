import { useLocale, useTranslations } from "next-intl";
import { ActForm } from "@/components/operator/act-form";
import { businessPath } from "@/components/operator/businesses/business-path";
import { Facts } from "@/components/operator/facts";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { addPriceAction } from "@/lib/operator/prices/actions";
import type { PriceListRow, PricePreview } from "@/lib/operator/prices/list";
import { formatVnd } from "@/lib/platform/i18n/format";

const badges = { past: "neutral", current: "success", future: "warning" } as const;

/** A price with its unit, in words. */
function usePriceWords() {
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

type PreviewProps = { preview: PricePreview; typed: Record<string, string>; mayAdd: boolean };

/** What a price will change and whom it concerns, before it is added. */
export function PricePreviewCard({ preview, typed, mayAdd }: PreviewProps) {
  const [t, words] = [useTranslations("operator.prices"), useTranslations("prices")];
  const say = usePriceWords();
  const { modelId, business, from, replaces, ownPrices, affected, named, needsSecond, ...price } = preview;
  return (
    <Card title={t("preview")}>
      <div className="grid gap-4">
        <Facts
          facts={[
            { label: t("model"), value: <span className="font-mono">{modelId}</span> },
            { label: t("whose"), value: business?.name ?? t("everyone") },
            {
              label: t("change"),
              value: `${replaces ? say(replaces) : t("noPrice")} → ${say(price)}`,
            },
            { label: words("columns.from"), value: <Moment time={from} /> },
            {
              label: t("affected"),
              value: (
                <span className="grid gap-1">
                  <span>{affected > 0 ? t("affectedCount", { count: affected }) : t("affectedNone")}</span>
                  {named.length > 0 && (
                    <span className="text-sm">
                      {named.map(({ id, name }, index) => (
                        <span key={id}>
                          {index > 0 && ", "}
                          <Link href={businessPath(id)} className="underline underline-offset-2">
                            {name}
                          </Link>
                        </span>
                      ))}
                      {affected > named.length && ` ${t("andOthers", { count: affected - named.length })}`}
                    </span>
                  )}
                </span>
              ),
            },
            { label: t("keep"), value: !business && ownPrices > 0 && t("keepCount", { count: ownPrices }) },
          ]}
        />
        <p className="text-muted text-sm">{t("final")}</p>
        {needsSecond && <p className="text-muted text-sm">{t("needsSecond")}</p>}
        {mayAdd && <ActForm action={addPriceAction} hidden={typed} reason="staff" submit={t("add")} />}
      </div>
    </Card>
  );
}
