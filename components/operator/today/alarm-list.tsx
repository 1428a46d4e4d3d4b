import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { closeAlarmAction } from "@/lib/operator/alarms/actions";
import type { Alarm } from "@/lib/operator/alarms/list";
import { alarmPages } from "@/lib/operator/alarms/schema";

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
              <Row key={alarm} {...{ alarm, count }}>
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
              <Row key={alarm} {...{ alarm, count }}>
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
