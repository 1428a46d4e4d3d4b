import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { Moment } from "@/components/sign-in-log/moment";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { formatVnd } from "@/lib/i18n/format";
import type { Waiting } from "@/lib/operator/today";

/** What waits for the staff, each with a link to the page that decides it. */
export function WaitingTable({ rows }: { rows: readonly Waiting[] }) {
  const t = useTranslations("operator.today");
  const locale = useLocale();
  const columns: Column<Waiting>[] = [
    {
      id: "what",
      head: t("what"),
      lead: true,
      cell: ({ kind, business, path, command }) => (
        <span className="grid min-w-0">
          {path ? (
            <Link
              href={path as Route}
              className="font-medium underline underline-offset-2 after:absolute after:inset-0"
            >
              {t(`kinds.${kind}`)}
            </Link>
          ) : (
            <>
              <span className="font-medium">{t(`kinds.${kind}`)}</span>
              <code className="font-mono text-sm wrap-anywhere">npm run operator -- {command}</code>
            </>
          )}
          {business && <span className="wrap-anywhere text-muted text-sm">{business}</span>}
        </span>
      ),
    },
    {
      id: "amount",
      head: t("amount"),
      cell: ({ amountMilli }) => (amountMilli === null ? "–" : formatVnd(amountMilli, locale)),
    },
    { id: "since", head: t("since"), cell: ({ since }) => <Moment time={since} /> },
  ];
  return (
    <Card padded={false}>
      <Table caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Card>
  );
}
