import { useLocale, useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { formatNumber } from "@/lib/platform/i18n/format";
import type { Slot } from "@/lib/webhooks/deliveries/stats";

type StatsTableProps = { slots: readonly Slot[]; wordsOf: (from: Date) => string };

/** The chart as a table: the slots with attempts, the newest first. */
export function StatsTable({ slots, wordsOf }: StatsTableProps) {
  const t = useTranslations("webhooks.stats");
  const locale = useLocale();
  const count = (what: "succeeded" | "failed"): Column<Slot> => ({
    head: t(what),
    numeric: true,
    cell: (slot) => formatNumber(slot[what], locale),
  });
  const columns: Column<Slot>[] = [
    { head: t("from"), cell: ({ from }) => wordsOf(from) },
    count("succeeded"),
    count("failed"),
  ];
  const busy = slots.filter(({ succeeded, failed }) => succeeded + failed > 0).toReversed();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-sm">{t("asTable")}</summary>
      <Table caption={t("asTable")} columns={columns} rows={busy} rowKey={({ from }) => from.toISOString()} />
    </details>
  );
}
