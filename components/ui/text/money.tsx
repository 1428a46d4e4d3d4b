import { useLocale } from "next-intl";
import { formatVnd } from "@/lib/i18n/format";

type MoneyProps = { amountMilli: bigint /** With its thousandths, where amounts are added up. */; exact?: boolean };

export function Money({ amountMilli, exact }: MoneyProps) {
  return <span className="whitespace-nowrap tabular-nums">{formatVnd(amountMilli, useLocale(), { exact })}</span>;
}
