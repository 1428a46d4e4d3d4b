import { useLocale, useTranslations } from "next-intl";
import { Chart, ChartLegend } from "@/components/ui/lists/chart";
import { wholeTicks } from "@/components/ui/lists/round-ticks";
import { type Column, Table } from "@/components/ui/lists/table";
import { Money } from "@/components/ui/text/money";
import type { Usage, UsageDay } from "@/lib/keys/usage";
import { formatDay, formatMilliseconds, formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { historyPath } from "@/lib/speech/path";

type UsageChartProps = { business: string; keyId: string; usage: Usage };

/** Requests and errors of each of 30 days, side by side; also available as a table. */
export function UsageChart({ business, keyId, usage: { days, total, latency, rejected } }: UsageChartProps) {
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
              {[latency.p50, latency.p95, latency.p99].map((time) => formatMilliseconds(time, locale)).join(" / ")}
            </dd>
          </div>
        )}
      </dl>
      {total.calls > 0 ? (
        <Drawing business={business} keyId={keyId} days={days} said={said} />
      ) : (
        <p className="text-muted">{t("usage.none")}</p>
      )}
    </figure>
  );
}

type DrawingProps = {
  business: string;
  keyId: string;
  days: UsageDay[];
  said: Record<"calls" | "errors" | "spend", string>;
};

function Drawing({ business, keyId, days, said }: DrawingProps) {
  const t = useTranslations("keys");
  const locale = useLocale();
  const most = Math.max(...days.map(({ calls }) => calls));
  const points = days.map(({ day, calls, errors }) => ({
    id: day,
    label: formatDay(day, locale).replace(/,? ?[/ ]?20\d\d$/, ""),
    value: calls,
    failed: errors,
    text: t("usage.point", {
      day: formatDay(day, locale),
      calls: formatNumber(calls, locale),
      errors: formatNumber(errors, locale),
    }),
    ...(calls > 0 && { href: historyPath(business, { key: keyId, from: day, to: day }) }),
  }));
  return (
    <>
      <Chart
        label={t("usage.drawing", said)}
        hint={t("usage.days")}
        points={points}
        ticks={wholeTicks(most).map((value) => ({ value, label: formatNumber(value, locale) }))}
      />
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted text-sm">
        <ChartLegend look="bg-muted" label={t("usage.answered")} />
        <ChartLegend look="bg-danger-fill" label={t("usage.errors")} />
      </figcaption>
      <UsageTable days={days} />
    </>
  );
}

/** The chart as a table: the days with requests, the newest first. */
function UsageTable({ days }: { days: UsageDay[] }) {
  const t = useTranslations("keys.usage");
  const locale = useLocale();
  const busy = days.filter(({ calls }) => calls > 0).toReversed();
  if (busy.length === 0) return null;
  const columns: Column<UsageDay>[] = [
    { head: t("day"), cell: ({ day }) => formatDay(day, locale) },
    { head: t("calls"), numeric: true, cell: ({ calls }) => formatNumber(calls, locale) },
    { head: t("errors"), numeric: true, cell: ({ errors }) => formatNumber(errors, locale) },
    { head: t("spend"), numeric: true, cell: ({ amountMilli }) => <Money amountMilli={amountMilli} /> },
  ];
  return (
    <details>
      <summary className="cursor-pointer text-sm">{t("asTable")}</summary>
      <Table caption={t("asTable")} columns={columns} rows={busy} rowKey={({ day }) => day} />
    </details>
  );
}
