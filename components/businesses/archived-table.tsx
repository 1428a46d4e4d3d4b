import { useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { ArchivedBusiness } from "@/lib/businesses/archive";
import { RestoreForm } from "./restore-form";

export function ArchivedTable({ businesses }: { businesses: readonly ArchivedBusiness[] }) {
  const t = useTranslations("businesses");
  const columns: Column<ArchivedBusiness>[] = [
    { head: t("name"), cell: ({ name }) => name },
    { head: t("archivedAt"), cell: ({ archivedAt }) => <RelativeTime time={archivedAt} /> },
    {
      head: t("archivedCredit"),
      cell: ({ availableMilli, refundMilli }) => {
        // One element, which a phone's row does not spread over its width.
        if (refundMilli > 0n)
          return <span>{t.rich("archivedRefund", { amount: () => <Money amountMilli={refundMilli} /> })}</span>;
        return availableMilli > 0n ? <Money amountMilli={availableMilli} /> : t("archivedNothing");
      },
    },
    { head: t("restore"), quiet: true, cell: ({ slug, name }) => <RestoreForm slug={slug} name={name} /> },
  ];
  return <TableCard caption={t("archivedTitle")} columns={columns} rows={businesses} rowKey={({ slug }) => slug} />;
}
