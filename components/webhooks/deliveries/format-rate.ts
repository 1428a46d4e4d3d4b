import type { Locale } from "@/lib/platform/i18n/locale";
import type { Rate } from "@/lib/webhooks/delivery-log/stats";

/** The share of successes: `98,7%`. Rounded down, so that only a flawless one is 100%; null without an attempt. */
export function formatRate({ succeeded, failed }: Rate, locale: Locale): string | null {
  if (succeeded + failed === 0) return null;
  return new Intl.NumberFormat(locale, {
    style: "percent",
    maximumFractionDigits: 1,
    roundingMode: "floor",
  } as Intl.NumberFormatOptions).format(succeeded / (succeeded + failed));
}
