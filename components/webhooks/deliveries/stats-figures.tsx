import { useLocale, useTranslations } from "next-intl";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import type { Stats } from "@/lib/webhooks/delivery-log/stats";
import { formatRate } from "./format-rate";

export function StatsFigures({ stats: { succeeded, failed, latency } }: { stats: Stats }) {
  const t = useTranslations("webhooks.stats");
  const locale = useLocale();
  const figures = [
    { label: t("rate"), value: formatRate({ succeeded, failed }, locale) ?? "—" },
    { label: t("attempts"), value: formatNumber(succeeded + failed, locale) },
    { label: t("failed"), value: formatNumber(failed, locale) },
    {
      label: t("latency"),
      value: latency ? `${formatLimit(latency.p50Ms, locale)} / ${formatLimit(latency.p95Ms, locale)}` : "—",
    },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-3 sm:flex sm:flex-wrap">
      {figures.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-semibold text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const longestMs = 15_000;

/** `≤ 113 ms`: the bound of a bucket; no attempt takes longer than the timeout. */
function formatLimit(milliseconds: number, locale: Locale): string {
  const shown = Math.min(milliseconds, longestMs);
  const digits = { maximumFractionDigits: shown < 1000 ? 0 : 1 };
  const number = new Intl.NumberFormat(locale, digits).format(shown < 1000 ? shown : shown / 1000);
  return `≤ ${number} ${shown < 1000 ? "ms" : "s"}`;
}
