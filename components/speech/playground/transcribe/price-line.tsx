"use client";

import { useLocale, useTranslations } from "next-intl";
import { formatVnd } from "@/lib/platform/i18n/format";
import { startedSeconds } from "@/lib/speech/choices";

/** What the run will cost, by the started second; if the browser does not know the length, the price of a second. */
export function PriceLine({ priceVnd, seconds }: { priceVnd: number; seconds: number | null }) {
  const t = useTranslations("playground.transcribe");
  const locale = useLocale();
  const price = formatVnd(
    BigInt(Math.round(priceVnd * 1000)) * BigInt(seconds === null ? 1 : startedSeconds(seconds)),
    locale,
  );
  return (
    <p className="text-muted text-sm tabular-nums">
      {t.rich(seconds === null ? "priceUnknown" : "price", {
        price,
        strong: (words) => <strong className="font-medium text-ink">{words}</strong>,
      })}
    </p>
  );
}
