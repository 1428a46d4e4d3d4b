"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Money } from "@/components/ui/text/money";
import { balanceQuery } from "@/lib/money/wallet/queries";

type LiveBalanceProps = { business: string; amountMilli: bigint };

/** The balance, kept current. While the network is unavailable the last known amount stays. */
export function LiveBalance({ business, amountMilli }: LiveBalanceProps) {
  const { data } = useQuery({ ...balanceQuery(business), initialData: String(amountMilli) });
  return <Balance amountMilli={BigInt(data)} />;
}

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
