import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { Chart } from "@/components/ui/lists/chart";
import { roundTicks, wholeTicks } from "@/components/ui/lists/round-ticks";
import { TabLinks } from "@/components/ui/lists/tab-links";
import { type Column, Table, TableCard } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { Figures, DeskFigures as Read } from "@/lib/operator/today/figures";
import { type DeskMeasure, deskMeasures, deskRegions, deskSpans, type TodayAddress } from "@/lib/operator/today/schema";
import { formatDay, formatMilliseconds, formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { withQuery } from "@/lib/platform/with-query";

type Sums = Omit<Figures, "moneyMilli"> & { moneyMilli?: bigint };

function sizeOf(measure: DeskMeasure, sums: Sums): number {
  if (measure === "money") return Number(sums.moneyMilli ?? 0n) / 1000;
  return measure === "charged" ? Number(sums.chargedMilli) / 1000 : (sums[measure] ?? 0);
}

function useWriting() {
  const locale = useLocale();
  return (measure: DeskMeasure, size: number) => {
    if (measure === "money" || measure === "charged") return formatVnd(BigInt(Math.round(size * 1000)), locale);
    if (measure === "p95") return size === 0 ? "–" : formatMilliseconds(size, locale);
    return formatNumber(size, locale);
  };
}

const pathOf = (address: TodayAddress) => withQuery("/operator", address);

export function DeskFigures({ address, figures }: { address: TodayAddress; figures: Read }) {
  const t = useTranslations("operator.today");
  const write = useWriting();
  const spans = deskSpans.map((days) => ({
    href: pathOf({ ...address, days: days === "7" ? undefined : days }),
    label: t("span", { days: Number(days) }),
  }));
  const places = [undefined, ...deskRegions].map((region) => ({
    href: pathOf({ ...address, region }),
    label: region ?? t("allRegions"),
  }));
  const shown = address.show ?? "money";
  return (
    <section aria-label={t("figures")} className="grid min-w-0 gap-4">
      <div className="flex flex-wrap gap-x-8 border-line border-b">
        <TabLinks label={t("spans")} tabs={spans} current={pathOf(address)} />
        <TabLinks label={t("regions")} tabs={places} current={pathOf(address)} />
      </div>
      <nav aria-label={t("figures")} className="overflow-clip rounded-card border border-line bg-line">
        <ul className="grid grid-cols-2 gap-px lg:grid-cols-5">
          {deskMeasures.map((measure) => (
            <li key={measure} className="flex max-lg:first:col-span-2">
              <Link
                href={pathOf({ ...address, show: measure === "money" ? undefined : measure })}
                scroll={false}
                aria-current={measure === shown ? "true" : undefined}
                className={clsx(
                  "grid min-w-0 flex-1 content-start gap-0.5 bg-raised px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2",
                  measure === shown && "shadow-[inset_0_-2px_0_var(--ink)]",
                )}
              >
                <span className="text-muted text-sm">{t(`measures.${measure}`)}</span>
                <span className="wrap-anywhere font-semibold text-lg tabular-nums">
                  {write(measure, sizeOf(measure, figures.total))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Days shown={shown} figures={figures} />
      {figures.byRegion.length > 0 && <Regions rows={figures.byRegion} />}
    </section>
  );
}

function Days({ shown, figures: { byDay } }: { shown: DeskMeasure; figures: Read }) {
  const t = useTranslations("operator.today");
  const locale = useLocale();
  const write = useWriting();
  const most = Math.max(...byDay.map((row) => sizeOf(shown, row)));
  const points = byDay.map((row) => {
    const day = formatDay(row.day, locale);
    const value = sizeOf(shown, row);
    const text = `${day}: ${t(`measures.${shown}`)} ${write(shown, value)}`;
    return { id: row.day, label: day.replace(/,? ?[/ ]?20\d\d$/, ""), value, text };
  });
  const ticks = (shown === "jobs" || shown === "errors" ? wholeTicks : roundTicks)(most);
  return (
    <Card title={t(`measures.${shown}`)}>
      <div className="grid gap-3">
        <Chart
          label={t("chart", { measure: t(`measures.${shown}`) })}
          hint={shown === "money" ? t("moneyHint") : t("chartHint")}
          points={points}
          ticks={ticks.map((value) => ({ value, label: most > 0 ? write(shown, value) : "" }))}
        />
        <details>
          <summary className="w-fit cursor-pointer text-sm">{t("asTable")}</summary>
          <div className="-mx-4 mt-2">
            <Table
              caption={t("asTable")}
              columns={useColumns<Read["byDay"][number]>(t("day"), ({ day }) => formatDay(day, locale))}
              rows={byDay.toReversed()}
              rowKey={({ day }) => day}
            />
          </div>
        </details>
      </div>
    </Card>
  );
}

function Regions({ rows }: { rows: Read["byRegion"] }) {
  const t = useTranslations("operator.today");
  const measures = deskMeasures.filter((measure) => measure !== "money");
  const columns = useColumns<Read["byRegion"][number]>(t("region"), ({ region }) => region, measures);
  return (
    <TableCard
      title={t("byRegion")}
      caption={t("byRegion")}
      columns={columns}
      rows={rows}
      rowKey={({ region }) => region}
    />
  );
}

function useColumns<Row extends Sums>(
  head: string,
  nameOf: (row: Row) => string,
  measures: readonly DeskMeasure[] = deskMeasures,
): Column<Row>[] {
  const t = useTranslations("operator.today.measures");
  const write = useWriting();
  return [
    { head, cell: nameOf },
    ...measures.map((measure) => ({
      head: t(measure),
      numeric: true,
      cell: (row: Row) => write(measure, sizeOf(measure, row)),
    })),
  ];
}
