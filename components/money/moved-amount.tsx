import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/text/money";

/** The amount of a movement, and of charges the part that free credit paid. */
export function MovedAmount({ milli, freeMilli }: { milli: bigint; freeMilli: bigint }) {
  const t = useTranslations("movements");
  return (
    <span className="grid">
      <Money amountMilli={milli} />
      {freeMilli > 0n && (
        <span className="text-muted text-sm folded:whitespace-normal">
          {t("ofFreeCredit")} <Money amountMilli={freeMilli} />
        </span>
      )}
    </span>
  );
}
