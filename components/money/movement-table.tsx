import { useLocale, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { type Movement, movementKindOf } from "@/lib/money/movements/schema";
import { formatNumber, formatTime, formatVnd } from "@/lib/platform/i18n/format";
import { tracePath } from "@/lib/speech/path";
import { MovedAmount } from "./moved-amount";

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
