import { useLocale, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { type MovementGroup, movementKindOf, movementsPath } from "@/lib/money/movements/schema";
import { formatDay, formatMonth } from "@/lib/platform/i18n/format";
import { MovedAmount } from "./moved-amount";

/** A movement with what its payment is called, and the month it is about where that is an earlier one. */
export type NamedGroup = MovementGroup & { bankReference?: string; document?: string | null; lateMonth?: string };

type MovementGroupsProps = { business: string; groups: readonly NamedGroup[]; caption: string };

/** Movements by day with the balance after each; the charges of a day and service are one, with a link to its jobs. */
export function MovementGroups({ business, groups, caption }: MovementGroupsProps) {
  const t = useTranslations("movements");
  const late = useTranslations("statements");
  const locale = useLocale();
  const columns: Column<NamedGroup>[] = [
    {
      head: t("columns.what"),
      cell: (group) => {
        const { kind, service, day, count, lateMonth, bankReference, document } = group;
        const name = t(`services.${service || "other"}`);
        return (
          <span className="grid tight:min-w-36">
            {kind === "charge" ? (
              <span>
                {t("charges", { service: name })}{" "}
                <Link
                  href={movementsPath(business, { kind: "charge", service: service || undefined, from: day, to: day })}
                  className="whitespace-nowrap text-sm underline underline-offset-2"
                >
                  {t("jobs", { count })}
                </Link>
              </span>
            ) : (
              <span>{t(`kinds.${movementKindOf(kind)}`)}</span>
            )}
            {lateMonth && (
              <span className="text-muted text-sm">{late("late", { month: formatMonth(lateMonth, locale) })}</span>
            )}
            <span className="hidden font-mono text-xs wrap-anywhere tight:block">{bankReference || document}</span>
          </span>
        );
      },
    },
    { head: t("columns.time"), cell: ({ day }) => <span className="whitespace-nowrap">{formatDay(day, locale)}</span> },
    {
      head: t("columns.reference"),
      spare: true,
      cell: ({ bankReference, document }) =>
        bankReference || document ? (
          <span className="font-mono text-sm wrap-anywhere">{bankReference || document}</span>
        ) : null,
    },
    {
      head: t("columns.amount"),
      numeric: true,
      cell: ({ milli, freeMilli }) => <MovedAmount milli={milli} freeMilli={freeMilli} />,
    },
    {
      head: t("columns.balance"),
      numeric: true,
      cell: ({ balanceMilli }) => <Money amountMilli={balanceMilli} />,
    },
  ];
  return (
    <TableCard
      caption={caption}
      columns={columns}
      rows={groups}
      rowKey={({ day, kind, service, id }) => id ?? `${day} ${kind} ${service}`}
    />
  );
}
