import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
import { formatTime, formatVnd } from "@/lib/platform/i18n/format";

type PriceRow = {
  id: string;
  businessId: string | null;
  priceVnd: number;
  unit: string;
  from: Date;
  until: Date | null;
};

export type PricedModel = { modelId: string; name: string; kind: "tts" | "stt"; prices: readonly PriceRow[] };

const stateOf = ({ from, until }: PriceRow, now: Date) =>
  from > now ? "future" : until && until <= now ? "past" : "current";

const badges = { past: "neutral", current: "success", future: "warning" } as const;

type PriceTableProps = { model: PricedModel; now: Date };

/** The prices of one model for a business, the latest first, and in words what begins next. */
export function PriceTable({ model: { modelId, kind, prices, ...model }, now }: PriceTableProps) {
  const t = useTranslations("prices");
  const name = modelId === "vang-demo-stt" ? t("demoModel") : model.name;
  const locale = useLocale();
  const timeZone = useTimeZone();
  const id = `prices-${modelId}`;
  const words = ({ priceVnd, unit }: PriceRow) =>
    t(unit === "second" ? "per.second" : "per.1000_characters", { price: formatVnd(BigInt(priceVnd) * 1000n, locale) });
  const next = prices.find(({ from }) => from > now);
  const columns: Column<PriceRow>[] = [
    { head: t("columns.price"), cell: (row) => <span className="font-medium">{words(row)}</span> },
    { head: t("columns.from"), cell: ({ from }) => <Moment time={from} /> },
    { head: t("columns.until"), cell: ({ until }) => (until ? <Moment time={until} /> : t("open")) },
    { head: t("columns.whose"), cell: ({ businessId }) => t(businessId ? "own" : "general") },
    {
      head: t("columns.state"),
      cell: (row) => <Badge kind={badges[stateOf(row, now)]}>{t(`states.${stateOf(row, now)}`)}</Badge>,
    },
  ];
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <div>
        <h2 id={id} className="font-semibold text-lg wrap-anywhere">
          {name}
        </h2>
        <p className="text-muted text-sm wrap-anywhere">
          {t(`kinds.${kind}`)} · <span className="font-mono">{modelId}</span>
        </p>
        {next && (
          <p className="text-sm">{t("next", { time: formatTime(next.from, locale, timeZone), price: words(next) })}</p>
        )}
      </div>
      <TableCard caption={name} columns={columns} rows={prices.toReversed()} rowKey={(row) => row.id} />
    </section>
  );
}
