"use client";

import { useQuery } from "@tanstack/react-query";
import { balanceQuery } from "@/lib/money/wallet/queries";
import { Balance } from "./balance";

type LiveBalanceProps = { business: string; amountMilli: bigint };

/** The balance, kept current. While the network is unavailable the last known amount stays. */
export function LiveBalance({ business, amountMilli }: LiveBalanceProps) {
  const { data } = useQuery({ ...balanceQuery(business), initialData: String(amountMilli) });
  return <Balance amountMilli={BigInt(data)} />;
}
