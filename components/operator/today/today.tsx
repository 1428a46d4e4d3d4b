import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { RowLink } from "@/components/operator/facts";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { closeAlarmAction } from "@/lib/operator/alarms/actions";
import type { Alarm } from "@/lib/operator/alarms/alarms";
import { alarmPages } from "@/lib/operator/alarms/schema";
import { decidedAt } from "@/lib/operator/waiting/schema";
import type { Waiting } from "@/lib/operator/waiting/waiting";
import { formatVnd } from "@/lib/platform/i18n/format";

type AlarmListProps = { alarms: readonly Alarm[]; mayClose: boolean };

/** The alarms that are raised, each with where to look and the act that closes it, and those that someone closed. */
export function AlarmList({ alarms, mayClose }: AlarmListProps) {
  const t = useTranslations("operator.alarms");
  const open = alarms.filter(({ closing }) => !closing);
  const closed = alarms.filter(({ closing }) => closing);
  return (
    <>
      {open.length > 0 && (
        <Card title={t("title")} padded={false}>
          <Rows>
            {open.map(({ alarm, count, state }) => (
              <Row key={alarm} alarm={alarm} count={count}>
                {mayClose && (
                  <ActDialog
                    title={t("closeTitle")}
                    lead={`${t(`names.${alarm}`, { count })}. ${t("closeLead")}`}
                    trigger={{
                      label: t("close"),
                      fullLabel: `${t("close")}: ${t(`names.${alarm}`, { count })}`,
                      size: "small",
                    }}
                    action={closeAlarmAction}
                    hidden={{ alarm, seen: state }}
                    reason="staff"
                  />
                )}
              </Row>
            ))}
          </Rows>
        </Card>
      )}
      {closed.length > 0 && (
        <Card title={t("closedTitle")} padded={false}>
          <Rows>
            {closed.map(({ alarm, count, closing }) => (
              <Row key={alarm} alarm={alarm} count={count}>
                {closing && (
                  <span className="grid min-w-0 gap-0.5 text-sm">
                    <span className="wrap-anywhere">{closing.reason}</span>
                    <span className="flex flex-wrap gap-x-3 text-muted">
                      <span className="wrap-anywhere">{t("closedBy", { operator: closing.operator })}</span>
                      <Moment time={closing.closedAt} />
                    </span>
                  </span>
                )}
              </Row>
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}

const Rows = ({ children }: { children: React.ReactNode }) => <ul className="divide-y divide-line">{children}</ul>;

function Row({ alarm, count, children }: Pick<Alarm, "alarm" | "count"> & { children: React.ReactNode }) {
  const t = useTranslations("operator.alarms");
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
      <Link href={alarmPages[alarm] as Route} className="wrap-anywhere font-medium underline underline-offset-2">
        {t(`names.${alarm}`, { count })}
      </Link>
      {children}
    </li>
  );
}

export function WaitingTable({ rows, total }: { rows: readonly Waiting[]; total: number }) {
  const t = useTranslations("operator.today");
  const locale = useLocale();
  const columns: Column<Waiting>[] = [
    {
      head: t("what"),
      cell: ({ kind, business, count, isOverdue, id }) => (
        <span className="grid min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <RowLink href={decidedAt({ kind, id })}>{t(`kinds.${kind}`, { count })}</RowLink>
            {isOverdue && <Badge kind="danger">{t("overdue")}</Badge>}
          </span>
          {business && <span className="wrap-anywhere text-muted text-sm">{business}</span>}
        </span>
      ),
    },
    {
      head: t("amount"),
      numeric: true,
      cell: ({ amountMilli }) => (amountMilli === null ? "–" : formatVnd(amountMilli, locale)),
    },
    { head: t("since"), cell: ({ since }) => <Moment time={since} /> },
  ];
  return (
    <div className="grid min-w-0 gap-2">
      <Card padded={false}>
        <div className="max-h-[32rem] overflow-y-auto">
          <Table caption={t("waiting")} columns={columns} rows={rows} rowKey={({ id }) => id} />
        </div>
      </Card>
      {total > rows.length && <p className="text-muted text-sm">{t("more", { shown: rows.length, total })}</p>}
    </div>
  );
}
