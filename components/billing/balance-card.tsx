import { useTranslations } from "next-intl";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";

type BalanceCardProps = { availableMilli: bigint; heldMilli: bigint; daysLeft: number | null };

export function BalanceCard({ availableMilli, heldMilli, daysLeft }: BalanceCardProps) {
  const t = useTranslations("billing.balance");
  return (
    <Card title={t("title")}>
      <div className="grid gap-3">
        <p className="font-medium text-2xl">
          <Money amountMilli={availableMilli} />
        </p>
        <p className="text-muted">{daysLeft === null ? t("daysUnknown") : t("daysLeft", { days: daysLeft })}</p>
        {heldMilli > 0n && (
          <p className="text-muted text-sm">
            {t("held")} <Money amountMilli={heldMilli} />
          </p>
        )}
      </div>
    </Card>
  );
}
