import { useLocale } from "next-intl";
import { formatVnd } from "@/lib/i18n/format";

export function Money({ amountMilli }: { amountMilli: bigint }) {
  return <span className="whitespace-nowrap tabular-nums">{formatVnd(amountMilli, useLocale())}</span>;
}
