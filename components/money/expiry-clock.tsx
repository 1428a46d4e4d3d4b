"use client";

import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { clock, seconds } from "@/lib/platform/clock";
import { formatTime } from "@/lib/platform/i18n/format";

const two = (count: number) => String(count).padStart(2, "0");

/** How long a top-up still waits, by the second. The server renders only when it ends. */
export function ExpiryClock({ expiresAt }: { expiresAt: Date }) {
  const t = useTranslations("billing");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const [now, setNow] = useState<Date>();

  useEffect(() => {
    setNow(clock.now());
    const timer = setInterval(() => setNow(clock.now()), seconds(1));
    return () => clearInterval(timer);
  }, []);

  const left = now && Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / 1000));
  return (
    <p className="text-sm tabular-nums">
      {t("expiresAt", { time: formatTime(expiresAt, locale, timeZone) })}
      {left !== undefined && (
        <span aria-hidden className="font-mono">
          {" "}
          ({Math.floor(left / 3600)}:{two(Math.floor(left / 60) % 60)}:{two(left % 60)})
        </span>
      )}
    </p>
  );
}
