import { useLocale, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { Money } from "@/components/ui/text/money";
import { type Movement, type MovementGroup, movementKindOf, movementsPath } from "@/lib/money/movements/schema";
import { formatDay, formatMonth, formatNumber, formatTime, formatVnd } from "@/lib/platform/i18n/format";
import { tracePath } from "@/lib/speech/path";

export type NamedMovement = Movement & { bankReference?: string; document?: string | null };

export function MovementTable({ business, rows }: { business: string; rows: readonly NamedMovement[] }) {
  const t = useTranslations("movements");
  const columns: Column<NamedMovement>[] = [
    {
      head: t("columns.what"),
      cell: ({ kind, trackingId, bankReference, document }) => (
        <span className="grid">
          {t(`kinds.${movementKindOf(kind)}`)}
          {trackingId ? (
            <Link
              href={tracePath(business, trackingId)}
              className="font-mono text-sm underline underline-offset-2 wrap-anywhere"
            >
              {trackingId}
            </Link>
          ) : (
            (bankReference || document) && (
              <span className="font-mono text-sm wrap-anywhere">{bankReference || document}</span>
            )
          )}
        </span>
      ),
    },
    { head: t("columns.time"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { head: t("columns.price"), cell: (movement) => <UnitsAndPrice {...movement} /> },
    {
      head: t("columns.amount"),
      numeric: true,
      cell: ({ milli, freeMilli }) => <MovedAmount milli={milli} freeMilli={freeMilli} />,
    },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function UnitsAndPrice({ kind, units, priceVnd, priceFrom, unit, modelId }: Movement) {
  const t = useTranslations("movements");
  const locale = useLocale();
  if (kind !== "charge") return null;
  if (units === null || priceVnd === null) return <span className="text-muted text-sm">{t("noPrice")}</span>;
  const values = { units: formatNumber(units, locale), price: formatVnd(BigInt(priceVnd) * 1000n, locale) };
  return (
    <span className="grid text-sm">
      <span>{t(unit === "second" ? "unitsOf.second" : "unitsOf.characters", values)}</span>
      {priceFrom && <span className="text-muted">{t("priceSince", { time: formatTime(priceFrom, locale) })}</span>}
      {modelId && <span className="font-mono text-muted">{modelId}</span>}
    </span>
  );
}

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

/** The amount of a movement, and of charges the part that free credit paid. */
export function MovedAmount({ milli, freeMilli }: { milli: bigint; freeMilli: bigint }) {
  const t = useTranslations("movements");
  return (
    <span className="grid">
      <Money amountMilli={milli} />
      {freeMilli > 0n && (
        <span className="text-muted text-sm folded:whitespace-normal">
          {t("ofFreeCredit")} <Money amountMilli={freeMilli} />
        </span>
      )}
    </span>
  );
}
