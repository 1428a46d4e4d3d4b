"use client";

import { useLocale, useTranslations } from "next-intl";
import { FieldError } from "@/components/ui/fields/field-error";
import { formatNumber, formatVnd } from "@/lib/i18n/format";
import { PricesLink } from "./prices-link";
import { useSettled } from "./use-settled";

/** `charge`: what reading the text costs, or the least that it can cost. */
export type TextLimits = { maxCharacters: number; charge: { milli: bigint; isLeast: boolean } };

type TextMeterProps = { id: string; characters: number; limits: TextLimits };

/** How long the text is and what reading it will cost; or how much too long it is. */
export function TextMeter({ id, characters, limits }: TextMeterProps) {
  const t = useTranslations("playground.meter");
  const locale = useLocale();
  const count = formatNumber(characters, locale);
  const max = formatNumber(limits.maxCharacters, locale);
  const price = formatVnd(limits.charge.milli, locale);
  const over = characters - limits.maxCharacters;
  const complaint = over > 0 && t("over", { over: formatNumber(over, locale), max });

  return (
    <div className="min-w-0 text-sm">
      {complaint ? (
        <FieldError id={id}>{complaint}</FieldError>
      ) : (
        <p id={id} className="flex flex-wrap gap-x-4 text-muted tabular-nums">
          <span>{t("count", { count, max })}</span>
          <span>
            {t.rich(limits.charge.isLeast ? "priceFrom" : "price", {
              price,
              strong: (word) => <strong className="font-medium text-ink">{word}</strong>,
            })}
          </span>
          <PricesLink />
        </p>
      )}
      <p role="status" className="sr-only">
        {useSettled(complaint || t("spoken", { count, price }))}
      </p>
    </div>
  );
}
