import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Chart } from "@/components/ui/lists/chart";
import { ChartLegend } from "@/components/ui/lists/chart-legend";
import { wholeTicks } from "@/components/ui/lists/round-ticks";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Stats } from "@/lib/webhooks/deliveries/stats";
import { StatsTable } from "./stats-table";
import { useSlotWords } from "./use-slot-words";

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
