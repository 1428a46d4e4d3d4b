import { useFormatter, useLocale, useTranslations } from "next-intl";
import type { DayState, StatusRow } from "@/lib/operator/service-status/schema";
import { formatDay } from "@/lib/platform/i18n/format";

const fills: Record<DayState, string> = {
  none: "fill-line",
  good: "fill-jade",
  degraded: "fill-amber",
  outage: "fill-danger",
};

/** A worse day is also a shorter bar, so that it shows without its color. */
const heights: Record<DayState, number> = { none: 4, good: 32, degraded: 22, outage: 12 };

/** The last 90 days of one service in one region, and the days with failures as a table. */
export function DayBars({ row: { region, service, days, requests, succeeded } }: { row: StatusRow }) {
  const t = useTranslations("status");
  const format = useFormatter();
  const locale = useLocale();
  const title = t(`services.${service}`, { region });
  const percent = (share: number) =>
    format.number(share, { style: "percent", maximumFractionDigits: 2, roundingMode: "floor" });
  const summary =
    succeeded === null ? t("nothing") : t("share", { share: percent(succeeded), requests: format.number(requests) });
  const say = ({ day, completed, failed }: (typeof days)[number]) =>
    completed + failed === 0
      ? t("dayNothing", { day: formatDay(day, locale) })
      : t("day", { day: formatDay(day, locale), completed: format.number(completed), failed: format.number(failed) });
  const failing = days.filter(({ failed }) => failed > 0).reverse();
  return (
    <section aria-label={title} className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{title}</span>
        <span className="text-muted">{summary}</span>
      </p>
      <svg
        role="img"
        aria-label={`${title}: ${summary}`}
        viewBox="0 0 450 32"
        preserveAspectRatio="none"
        className="h-8 w-full"
      >
        {days.map((day, index) => (
          <rect
            key={day.day}
            x={index * 5}
            y={32 - heights[day.state]}
            width="4"
            height={heights[day.state]}
            className={fills[day.state]}
          >
            <title>{say(day)}</title>
          </rect>
        ))}
      </svg>
      <p className="flex justify-between text-muted text-sm">
        <span>{formatDay(days[0]?.day ?? "", locale)}</span>
        <span>{t("today")}</span>
      </p>
      {failing.length > 0 && (
        <details>
          <summary className="text-sm">{t("failingDays", { count: failing.length })}</summary>
          <ul className="grid gap-1 pt-2 text-sm">
            {failing.map((day) => (
              <li key={day.day}>{say(day)}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
