import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { formatNumber } from "@/lib/i18n/format";
import type { Slot, Stats } from "@/lib/webhooks/deliveries/stats";
import { StatsTable } from "./stats-table";
import { useSlotWords } from "./use-slot-words";

const [width, height, gap] = [720, 128, 4];

/** How an endpoint's attempts ended, bar by bar; also available as a table. */
export function StatsChart({ stats }: { stats: Stats }) {
  const t = useTranslations("webhooks.stats");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const wordsOf = useSlotWords(stats.span, timeZone);
  const { slots, succeeded, failed } = stats;
  if (succeeded + failed === 0) return <p className="text-muted">{t(`none.${stats.span}`)}</p>;
  const most = Math.max(...slots.map((slot) => slot.succeeded + slot.failed));
  const said = { succeeded: formatNumber(succeeded, locale), failed: formatNumber(failed, locale) };
  const middle = slots[Math.floor(slots.length / 2)];
  const marks = [slots[0], middle, slots.at(-1)].filter((slot): slot is Slot => slot !== undefined);
  return (
    <figure className="grid gap-3">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-muted text-xs tabular-nums">
        <div aria-hidden className="flex flex-col justify-between text-right">
          <span>{formatNumber(most, locale)}</span>
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={t(`drawing.${stats.span}`, said)}
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className="h-32 w-full border-line border-y"
        >
          {slots.map((slot, index) => (
            <Bar
              key={+slot.from}
              slot={slot}
              most={most}
              left={(index * width) / slots.length}
              step={width / slots.length}
              title={t("bar", {
                time: wordsOf(slot.from),
                succeeded: formatNumber(slot.succeeded, locale),
                failed: formatNumber(slot.failed, locale),
              })}
            />
          ))}
        </svg>
        <div aria-hidden className="col-start-2 flex justify-between">
          {marks.map(({ from }) => (
            <span key={+from}>{wordsOf(from)}</span>
          ))}
        </div>
      </div>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <Legend look="bg-muted" label={t("succeeded")} />
        <Legend look="bg-danger-fill" label={t("failed")} />
        <span className="ml-auto">{t(`each.${stats.span}`)}</span>
      </figcaption>
      <StatsTable slots={slots} wordsOf={wordsOf} />
    </figure>
  );
}

type BarProps = { slot: Slot; most: number; left: number; step: number; title: string };

/** A slot without an attempt is a stub, so that the time axis stays visible. */
function Bar({ slot: { succeeded, failed }, most, left, step, title }: BarProps) {
  const tall = (count: number) => (count === 0 ? 0 : Math.max(3, (count * (height - 6)) / most));
  const place = { x: left + gap / 2, width: step - gap };
  const [good, bad] = [tall(succeeded), tall(failed)];
  return (
    <g>
      <title>{title}</title>
      <rect x={left} width={step} y={0} height={height} className="fill-transparent hover:fill-hover" />
      {good + bad === 0 && <rect {...place} y={height - 2} height={2} className="fill-line" />}
      <rect {...place} y={height - bad - good} height={good} className="pointer-events-none fill-muted" />
      <rect {...place} y={height - bad} height={bad} className="pointer-events-none fill-danger-fill" />
    </g>
  );
}

const Legend = ({ look, label }: { look: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-small ${look}`} />
    {label}
  </span>
);
