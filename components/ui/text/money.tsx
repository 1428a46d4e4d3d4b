import { useLocale } from "next-intl";
import { formatVnd } from "@/lib/platform/i18n/format";

type MoneyProps = {
  amountMilli: bigint;
  /** With exactly so many decimals, where amounts stand below each other. */
  digits?: number;
};

export function Money({ amountMilli, digits }: MoneyProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatVnd(amountMilli, useLocale(), digits)}</span>;
}
