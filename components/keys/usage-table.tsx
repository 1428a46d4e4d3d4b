import { useLocale, useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { Money } from "@/components/ui/text/money";
import type { UsageDay } from "@/lib/keys/usage";
import { formatDay, formatNumber } from "@/lib/platform/i18n/format";

/** The chart as a table: the days with requests, the newest first. */
export function UsageTable({ days }: { days: UsageDay[] }) {
  const t = useTranslations("keys.usage");
  const locale = useLocale();
  const busy = days.filter(({ calls }) => calls > 0).toReversed();
  if (busy.length === 0) return null;
  const columns: Column<UsageDay>[] = [
    { head: t("day"), cell: ({ day }) => formatDay(day, locale) },
    { head: t("calls"), numeric: true, cell: ({ calls }) => formatNumber(calls, locale) },
    { head: t("errors"), numeric: true, cell: ({ errors }) => formatNumber(errors, locale) },
    { head: t("spend"), numeric: true, cell: ({ amountMilli }) => <Money amountMilli={amountMilli} /> },
  ];
  return (
    <details>
      <summary className="cursor-pointer text-sm">{t("asTable")}</summary>
      <Table caption={t("asTable")} columns={columns} rows={busy} rowKey={({ day }) => day} />
    </details>
  );
}
