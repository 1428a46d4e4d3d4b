import { clsx } from "clsx";
import { useLocale, useTranslations } from "next-intl";
import { Link } from "@/components/ui/text/link";
import type { Compared } from "@/lib/money/usage/read-report";
import { type UsageAddress, type UsageMeasure, usageMeasures } from "@/lib/money/usage/schema";
import { formatChange } from "@/lib/platform/i18n/format";
import { usagePath } from "./usage-path";
import { sizeOf, useMeasures } from "./use-measures";

type UsageFiguresProps = { business: string; address: UsageAddress; shown: UsageMeasure; total: Compared };

/** The totals of the range, beside the one before; each shows itself in the chart. */
export function UsageFigures({ business, address, shown, total }: UsageFiguresProps) {
  const t = useTranslations("usage");
  const locale = useLocale();
  const { writeSums } = useMeasures();
  return (
    <nav aria-label={t("figures")} className="overflow-clip rounded-card border border-line bg-line">
      <ul className="grid grid-cols-2 gap-px sm:grid-cols-3 lg:grid-cols-10">
        {usageMeasures.map((measure) => {
          const change = formatChange(sizeOf(measure, total.now), sizeOf(measure, total.before), locale);
          return (
            <li
              key={measure}
              className="flex max-sm:first:col-span-2 sm:max-lg:last:col-span-2 lg:col-span-2 lg:first:col-span-4"
            >
              <Link
                href={usagePath(business, { ...address, show: measure === "amount" ? undefined : measure })}
                scroll={false}
                aria-current={measure === shown ? "true" : undefined}
                className={clsx(
                  "grid min-w-0 flex-1 content-start gap-0.5 bg-raised px-4 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2",
                  measure === shown && "shadow-[inset_0_-2px_0_var(--ink)]",
                )}
              >
                <span className="text-muted text-sm">{t(`measures.${measure}`)}</span>
                <span
                  className={clsx(
                    "font-semibold tabular-nums wrap-anywhere",
                    measure === "amount" ? "text-2xl" : "text-lg",
                  )}
                >
                  {writeSums(measure, total.now)}
                </span>
                <span className="text-muted text-xs tabular-nums">
                  {t("wasBefore", { value: writeSums(measure, total.before) })} {change && `(${change})`}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
