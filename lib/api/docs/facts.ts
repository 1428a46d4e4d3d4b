import "server-only";
import { acceptedAudio } from "@/lib/engines/audio/accepted";
import { hours, minutes, seconds } from "@/lib/platform/clock";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Locale } from "@/lib/platform/i18n/locale";
import { maxCharacters } from "@/lib/speech/schema";
import { retriesLastDays, retriesLastMs, retryDelaysMs } from "@/lib/webhooks/deliver/retry-schedule";

/** Limits and schedules as texts of the documentation state them, each in place of `{name}`. */
export const documentedFacts = (locale: Locale) => ({
  maxCharacters: formatNumber(maxCharacters, locale),
  formats: acceptedAudio().formats,
  retryAttempts: retryDelaysMs.length,
  retryHours: Math.floor(retriesLastMs / hours(1)),
  retryDays: retriesLastDays,
  retryDelays: new Intl.ListFormat(locale).format(
    retryDelaysMs.filter((delayMs) => delayMs > 0).map((delayMs) => formatDelay(delayMs, locale)),
  ),
});

/** In the largest unit of which it is a whole number: `30 minutes`. */
function formatDelay(delayMs: number, locale: Locale): string {
  const units = [
    ["hour", hours(1)],
    ["minute", minutes(1)],
    ["second", seconds(1)],
  ] as const;
  const [unit, unitMs] = units.find(([, ms]) => delayMs % ms === 0) ?? ["second", seconds(1)];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(delayMs / unitMs);
}
