import { useTranslations } from "next-intl";
import { useDeviceName } from "@/components/people/sign-in-log/use-device-name";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { IpAddress } from "@/components/ui/text/ip-address";
import { Moment } from "@/components/ui/text/moment";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { SessionRow } from "@/lib/access/sessions/list";
import { EndOthersDialog, EndSessionForm } from "./end-session-forms";

type SessionsSectionProps = { sessions: readonly SessionRow[] };

export function SessionsSection({ sessions }: SessionsSectionProps) {
  const t = useTranslations("sessions");
  const others = sessions.filter(({ isCurrent }) => !isCurrent).length;
  return (
    <div id="sessions" tabIndex={-1} className="grid scroll-mt-4 gap-3 outline-none">
      <Card title={t("title")} action={others > 0 && <EndOthersDialog count={others} />} padded={false}>
        <p className="max-w-text px-4 pt-3 text-muted">{others > 0 ? t("lead") : t("onlyThis")}</p>
        <SessionTable sessions={sessions} />
      </Card>
    </div>
  );
}

export function SessionTable({ sessions }: { sessions: readonly SessionRow[] }) {
  const t = useTranslations("sessions");
  const words = useTranslations("signInLog");
  const nameOf = useDeviceName();

  const columns: Column<SessionRow>[] = [
    {
      head: t("device"),
      cell: (session) => (
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {nameOf(session)}
          {session.isCurrent && <Badge kind="success">{t("current")}</Badge>}
        </span>
      ),
    },
    {
      head: t("lastSeen"),
      cell: ({ isCurrent, lastSeenAt }) => (isCurrent ? t("activeNow") : <RelativeTime time={lastSeenAt} />),
    },
    { head: t("firstSeen"), cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { head: t("method"), spare: true, cell: ({ method }) => words(`methods.${method}`) },
    { head: t("ip"), cell: ({ ip }) => (ip ? <IpAddress ip={ip} /> : words("noIp")) },
    {
      head: t("actions"),
      quiet: true,
      cell: (session) => !session.isCurrent && <EndSessionForm id={session.id} device={nameOf(session)} />,
    },
  ];
  return <Table caption={t("title")} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}
