import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/text/money";

/** What the business can still spend. */
export function Balance({ amountMilli }: { amountMilli: bigint }) {
  const t = useTranslations("shell");
  return (
    <p className="px-2 text-sm max-[22.5rem]:px-0 max-[22.5rem]:text-xs">
      <span className="text-muted max-lg:sr-only">{t("balance")} </span>
      <span className="font-medium">
        <Money amountMilli={amountMilli} />
      </span>
    </p>
  );
}
