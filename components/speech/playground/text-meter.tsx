"use client";

import { useLocale, useTranslations } from "next-intl";
import { FieldError } from "@/components/ui/fields/field-error";
import { formatNumber, formatVnd } from "@/lib/platform/i18n/format";
import { maxParts } from "./parts";
import { PricesLink } from "./prices-link";
import { useSettled } from "./use-settled";

/** `charge`: what reading the text costs, or the least that it can cost; by `voices`, or in `parts`. */
export type TextLimits = {
  maxCharacters: number;
  charge: { milli: bigint; isLeast: boolean };
  parts: number;
  voices: number;
};

type TextMeterProps = { id: string; characters: number; limits: TextLimits };

/** How long the text is and what reading it will cost; or that it is longer than one press can read. */
export function TextMeter({ id, characters, limits }: TextMeterProps) {
  const t = useTranslations("playground.meter");
  const locale = useLocale();
  const { parts, voices } = limits;
  const count = formatNumber(characters, locale);
  const max = formatNumber(limits.maxCharacters, locale);
  const price = formatVnd(limits.charge.milli, locale);
  const complaint = parts > maxParts && t("over", { max: formatNumber(maxParts * limits.maxCharacters, locale) });

  return (
    <div className="min-w-0 text-sm">
      <p id={complaint ? undefined : id} className="flex flex-wrap gap-x-4 text-muted tabular-nums">
        <span>{parts > 1 ? t("countParts", { count, parts }) : t("count", { count, max })}</span>
        <span>
          {t.rich(limits.charge.isLeast ? "priceFrom" : "price", {
            price,
            strong: (word) => <strong className="font-medium text-ink">{word}</strong>,
          })}
          {voices > 1 && ` · ${t("voices", { count: voices })}`}
        </span>
        <PricesLink />
      </p>
      {complaint && <FieldError id={id}>{complaint}</FieldError>}
      <p role="status" className="sr-only">
        {useSettled(complaint || t("spoken", { count, price }))}
      </p>
    </div>
  );
}
