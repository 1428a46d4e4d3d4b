import { useLocale, useTimeZone } from "next-intl";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatTime, formatWholeTime } from "@/lib/platform/i18n/format";

/** A time on the reader's own clock; to the second, with the zone, on hover. */
export function Moment({ time }: { time: Date }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  return (
    <span className="grid folded:justify-items-end">
      <time dateTime={time.toISOString()} title={formatWholeTime(time, locale, timeZone)} className="whitespace-nowrap">
        {formatTime(time, locale, timeZone)}
      </time>
      <span className="text-muted text-sm">
        <RelativeTime time={time} />
      </span>
    </span>
  );
}
