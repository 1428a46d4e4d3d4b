import { useLocale, useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import type { FreeCredit } from "@/lib/money/wallet/grants";
import { formatTime } from "@/lib/platform/i18n/format";
import { useDaysLeft } from "./use-days-left";

type BalanceCardProps = { availableMilli: bigint; heldMilli: bigint; daysLeft: number | null; free: FreeCredit };

export function BalanceCard({ availableMilli, heldMilli, daysLeft, free }: BalanceCardProps) {
  const t = useTranslations("billing.balance");
  const left = useDaysLeft(daysLeft);
  const locale = useLocale();
  return (
    <Card title={t("title")}>
      <div className="grid gap-3">
        <p className="font-medium text-2xl wrap-anywhere max-[22.5rem]:text-xl">
          <Money amountMilli={availableMilli} />
        </p>
        <p className="text-muted">{left}</p>
        {heldMilli > 0n && (
          <p className="text-muted text-sm">
            {t("held")} <Money amountMilli={heldMilli} />
          </p>
        )}
        {free.grants.length > 0 && (
          <div className="grid gap-1 border-line border-t pt-3 text-sm">
            <p>
              {t("free")} <Money amountMilli={free.freeMilli} />
            </p>
            <ul className="grid gap-1 text-muted">
              {free.grants.map(({ id, kind, reason, remainingMilli, expiresAt }) => (
                <li key={id} className="wrap-anywhere">
                  {reason ?? t(`grants.${kind}`)}: <Money amountMilli={remainingMilli} />
                  {expiresAt && `, ${t("expires", { time: formatTime(expiresAt, locale) })}`}
                </li>
              ))}
            </ul>
            <p className="text-muted">{t("freeLead")}</p>
          </div>
        )}
      </div>
    </Card>
  );
}
