import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { Money } from "@/components/ui/text/money";
import { splitRefund } from "@/lib/money/invoices/amounts";
import type { RefundOffer } from "@/lib/money/refunds/schema";
import { formatTime } from "@/lib/platform/i18n/format";

/** More payments than this are counted, not listed. */
const mostShown = 6;

type RefundPreviewProps = { offer: RefundOffer /** Null while no amount is typed. */; amountVnd: bigint | null };

/** What a refund would be taken from, and what stays. */
export function RefundPreview({ offer, amountVnd }: RefundPreviewProps) {
  const t = useTranslations("refunds.preview");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const { refundableMilli, availableMilli, payments } = offer;
  const isTooMuch = amountVnd !== null && amountVnd * 1000n > refundableMilli;
  const { parts } = splitRefund(payments, amountVnd ?? 0n);
  const others = parts.slice(mostShown);
  return (
    <section
      aria-labelledby="refund-preview"
      className="grid gap-3 rounded-control border border-line bg-sunken p-4 text-sm"
    >
      <h3 id="refund-preview" className="font-medium text-base">
        {t("title")}
      </h3>
      {amountVnd === null || isTooMuch ? (
        <p className="text-muted">{t(isTooMuch ? "tooMuch" : "noAmount")}</p>
      ) : (
        <>
          <Line label={t("refunded")} amountMilli={amountVnd * 1000n} strong />
          <div className="grid gap-1">
            <p className="text-muted">{t("from")}</p>
            <ul className="grid gap-1">
              {parts.slice(0, mostShown).map(({ subject, at, reference, takenVnd, leftVnd }) => (
                <li key={subject} className="flex flex-wrap justify-between gap-x-4">
                  <span className="min-w-0 wrap-anywhere">
                    {formatTime(at, locale, timeZone)} {reference && <span className="font-mono">{reference}</span>}
                  </span>
                  <span>
                    <Money amountMilli={takenVnd * 1000n} />
                    {takenVnd < leftVnd && (
                      <span className="text-muted">
                        {" "}
                        {t.rich("of", { amount: () => <Money amountMilli={leftVnd * 1000n} /> })}
                      </span>
                    )}
                  </span>
                </li>
              ))}
              {others.length > 0 && (
                <li className="flex flex-wrap justify-between gap-x-4 text-muted">
                  <span>{t("others", { count: others.length })}</span>
                  <Money amountMilli={others.reduce((sum, { takenVnd }) => sum + takenVnd, 0n) * 1000n} />
                </li>
              )}
            </ul>
          </div>
          <div className="grid gap-1 border-line border-t pt-3">
            <Line label={t("stays")} amountMilli={availableMilli - amountVnd * 1000n} strong />
            <Line label={t("paidStays")} amountMilli={refundableMilli - amountVnd * 1000n} />
            <Line label={t("freeStays")} amountMilli={availableMilli - refundableMilli} />
          </div>
          <p className="text-muted">{t("aside")}</p>
        </>
      )}
    </section>
  );
}

type LineProps = { label: string; amountMilli: bigint; strong?: boolean };

const Line = ({ label, amountMilli, strong = false }: LineProps) => (
  <p
    className={strong ? "flex flex-wrap justify-between gap-x-4 font-medium" : "flex flex-wrap justify-between gap-x-4"}
  >
    <span>{label}</span>
    <Money amountMilli={amountMilli} />
  </p>
);
