"use client";

import { useLocale, useTimeZone } from "next-intl";
import { useEffect, useState } from "react";
import { clock, minutes } from "@/lib/platform/clock";
import { formatRelative, formatTime } from "@/lib/platform/i18n/format";

/** A relative time, updated while the page is open; the exact time on hover. */
export function RelativeTime({ time }: { time: Date }) {
  const locale = useLocale();
  const timeZone = useTimeZone();
  const [now, setNow] = useState(clock.now);

  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), minutes(1));
    return () => clearInterval(timer);
  }, []);

  // The server rendered it a moment before the browser does.
  return (
    <time
      dateTime={time.toISOString()}
      title={formatTime(time, locale, timeZone)}
      className="whitespace-nowrap"
      suppressHydrationWarning
    >
      {formatRelative(time, now, locale)}
    </time>
  );
}
