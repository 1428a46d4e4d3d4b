import { useLocale } from "next-intl";
import type { Span } from "@/lib/webhooks/deliveries/schema";

/** When a bar of the chart begins: its hour, and over a week its day too. */
export function useSlotWords(span: Span, timeZone?: string): (from: Date) => string {
  const locale = useLocale();
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone });
  const day = new Intl.DateTimeFormat(locale, { day: "2-digit", month: "2-digit", timeZone });
  return (from) => (span === "day" ? clock.format(from) : `${clock.format(from)} ${day.format(from)}`);
}
