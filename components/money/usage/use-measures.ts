import { useLocale, useTranslations } from "next-intl";
import type { UsageSums } from "@/lib/money/usage/read";
import type { UsageMeasure } from "@/lib/money/usage/schema";
import { formatMilliseconds, formatNumber, formatVnd } from "@/lib/platform/i18n/format";

/** The size of a measure, for drawing. */
export function sizeOf(measure: UsageMeasure, sums: UsageSums): number {
  if (measure === "amount") return Number(sums.amountMilli) / 1000;
  if (measure === "errors") return Object.values(sums.errors).reduce((sum, count) => sum + count, 0);
  if (measure === "seconds") return sums.audioMs / 1000;
  if (measure === "p50" || measure === "p95" || measure === "p99") return sums.latency?.[measure] ?? 0;
  return sums[measure];
}

export function useMeasures() {
  const t = useTranslations("usage");
  const locale = useLocale();
  const write = (measure: UsageMeasure, size: number): string => {
    if (measure === "amount") return formatVnd(BigInt(Math.round(size * 1000)), locale);
    if (measure === "seconds") return t("seconds", { seconds: formatNumber(Math.round(size * 10) / 10, locale) });
    if (measure.startsWith("p")) return size === 0 ? "–" : formatMilliseconds(size, locale);
    return formatNumber(size, locale);
  };
  return { write, writeSums: (measure: UsageMeasure, sums: UsageSums) => write(measure, sizeOf(measure, sums)) };
}
