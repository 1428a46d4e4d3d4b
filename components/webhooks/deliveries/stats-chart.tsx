import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Chart, ChartLegend } from "@/components/ui/lists/chart";
import { wholeTicks } from "@/components/ui/lists/round-ticks";
import { type Column, Table } from "@/components/ui/lists/table";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Span } from "@/lib/webhooks/delivery-log/schema";
import type { Slot, Stats } from "@/lib/webhooks/delivery-log/stats";

/** How an endpoint's attempts ended, bar by bar; also available as a table. */
export function StatsChart({ stats: { span, slots, succeeded, failed } }: { stats: Stats }) {
  const t = useTranslations("webhooks.stats");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const wordsOf = useSlotWords(span, timeZone);
  if (succeeded + failed === 0) return <p className="text-muted">{t(`none.${span}`)}</p>;
  const write = (count: number) => formatNumber(count, locale);
  const points = slots.map((slot) => ({
    id: slot.from.toISOString(),
    label: wordsOf(slot.from),
    value: slot.succeeded + slot.failed,
    failed: slot.failed,
    text: t("bar", { time: wordsOf(slot.from), succeeded: write(slot.succeeded), failed: write(slot.failed) }),
  }));
  const most = Math.max(...points.map(({ value }) => value));
  return (
    <figure className="grid gap-3">
      <Chart
        label={t(`drawing.${span}`, { succeeded: write(succeeded), failed: write(failed) })}
        hint={t(`each.${span}`)}
        points={points}
        ticks={wholeTicks(most).map((value) => ({ value, label: write(value) }))}
      />
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <ChartLegend look="bg-muted" label={t("succeeded")} />
        <ChartLegend look="bg-danger-fill" label={t("failed")} />
      </figcaption>
      <StatsTable slots={slots} wordsOf={wordsOf} />
    </figure>
  );
}

type StatsTableProps = { slots: readonly Slot[]; wordsOf: (from: Date) => string };

/** The chart as a table: the slots with attempts, the newest first. */
function StatsTable({ slots, wordsOf }: StatsTableProps) {
  const t = useTranslations("webhooks.stats");
  const locale = useLocale();
  const count = (what: "succeeded" | "failed"): Column<Slot> => ({
    head: t(what),
    numeric: true,
    cell: (slot) => formatNumber(slot[what], locale),
  });
  const columns: Column<Slot>[] = [
    { head: t("from"), cell: ({ from }) => wordsOf(from) },
    count("succeeded"),
    count("failed"),
  ];
  const busy = slots.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm">{t("asTable")}</summary>
      <Table caption={t("asTable")} columns={columns} rows={busy} rowKey={({ from }) => from.toISOString()} />
    </details>
  );
}

/** When a bar of the chart begins: its hour, and over a week its day too. */
function useSlotWords(span: Span, timeZone?: string): (from: Date) => string {
  const locale = useLocale();
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const day = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", timeZone });
  return (from) => (span === "day" ? clock.format(from) : `${clock.format(from)} ${day.format(from)}`);
}
