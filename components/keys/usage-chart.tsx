import { useLocale, useTranslations } from "next-intl";
import { formatNumber, formatVnd } from "@/lib/i18n/format";
import type { Locale } from "@/lib/i18n/locale";
import type { Usage, UsageDay } from "@/lib/keys/usage";
import { UsageTable } from "./usage-table";

const [width, height, gap] = [720, 140, 6];

/** Requests and errors of each of 30 days, side by side; also available as a table. */
export function UsageChart({ usage: { days, total, latency, rejected } }: { usage: Usage }) {
  const t = useTranslations("keys");
  const locale = useLocale();
  const said = {
    calls: formatNumber(total.calls, locale),
    errors: formatNumber(total.errors, locale),
    spend: formatVnd(total.amountMilli, locale),
  };
  return (
    <figure className="grid gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(["calls", "errors", "spend"] as const).map((what) => (
          <div key={what}>
            <dt className="text-muted text-sm">{t(`usage.${what}`)}</dt>
            <dd className="font-semibold text-lg tabular-nums">{said[what]}</dd>
          </div>
        ))}
        <div>
          <dt className="text-muted text-sm">{t("usage.rejected")}</dt>
          <dd className="font-semibold text-lg tabular-nums">{formatNumber(rejected, locale)}</dd>
        </div>
        {latency && (
          <div>
            <dt className="text-muted text-sm">{t("usage.latency")}</dt>
            <dd className="font-semibold text-lg tabular-nums">
              {formatLimit(latency.p50Ms, locale)} / {formatLimit(latency.p95Ms, locale)}
            </dd>
          </div>
        )}
      </dl>
      {total.calls > 0 ? <Drawing days={days} said={said} /> : <p className="text-muted">{t("usage.none")}</p>}
    </figure>
  );
}

const longestMs = 327_680;

/** `≤ 113 ms`; what took longer than the last bound has none. */
function formatLimit(milliseconds: number, locale: Locale): string {
  const isLong = milliseconds >= 1000;
  const unit = {
    style: "unit",
    unit: isLong ? "second" : "millisecond",
    maximumFractionDigits: isLong ? 1 : 0,
  } as const;
  const shown = Math.min(milliseconds, longestMs) / (isLong ? 1000 : 1);
  return `${milliseconds > longestMs ? ">" : "≤"} ${new Intl.NumberFormat(locale, unit).format(shown)}`;
}

function Drawing({ days, said }: { days: UsageDay[]; said: Record<"calls" | "errors" | "spend", string> }) {
  const t = useTranslations("keys");
  const most = Math.max(...days.map(({ calls }) => calls));
  return (
    <>
      <svg
        role="img"
        aria-label={t("usage.drawing", said)}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className="h-36 w-full border-line border-b"
      >
        {days.map((day, index) => (
          <Bar key={day.day} day={day} most={most} left={(index * width) / days.length} step={width / days.length} />
        ))}
      </svg>
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <Legend look="bg-muted" label={t("usage.answered")} />
        <Legend look="bg-danger-fill" label={t("usage.errors")} />
        <span className="ml-auto">{t("usage.days")}</span>
      </figcaption>
      <UsageTable days={days} />
    </>
  );
}

type BarProps = { day: UsageDay; most: number; left: number; step: number };

function Bar({ day: { calls, errors }, most, left, step }: BarProps) {
  const tall = (count: number) => (count * (height - 4)) / most;
  const place = { x: left + gap / 2, width: step - gap };
  return (
    <>
      <rect {...place} y={height - tall(calls)} height={tall(calls - errors)} className="fill-muted" />
      <rect {...place} y={height - tall(errors)} height={tall(errors)} className="fill-danger-fill" />
    </>
  );
}

const Legend = ({ look, label }: { look: string; label: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden className={`size-2.5 rounded-small ${look}`} />
    {label}
  </span>
);
