import type { Route } from "next";
import { useTranslations } from "next-intl";
import { Moment } from "@/components/sign-in-log/moment";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import type { NotificationRow } from "@/lib/operator/notifications/list";
import type { NotificationState } from "@/lib/operator/notifications/schema";

const kinds: Record<NotificationState, BadgeKind> = {
  pending: "info",
  unrecorded: "danger",
  done: "success",
  rejected: "warning",
  dismissed: "neutral",
};

export function NotificationBadge({ status }: { status: NotificationState }) {
  const t = useTranslations("operator.notifications.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function NotificationTable({ rows }: { rows: readonly NotificationRow[] }) {
  const t = useTranslations("operator.notifications");
  const columns: Column<NotificationRow>[] = [
    {
      id: "what",
      head: t("one"),
      lead: true,
      cell: ({ id, provider }) => (
        <span className="grid min-w-0">
          <Link
            href={`/operator/notifications/${id}` as Route}
            className="font-medium underline underline-offset-2 after:absolute after:inset-0"
          >
            {t(`providers.${provider as "sepay"}`)}
          </Link>
          <span className="break-all font-mono text-muted text-xs">{id}</span>
        </span>
      ),
    },
    { id: "state", head: t("state"), cell: ({ status }) => <NotificationBadge status={status} /> },
    {
      id: "reason",
      head: t("reason"),
      cell: ({ reason }) => <span className="wrap-anywhere text-sm">{reason ?? "–"}</span>,
    },
    { id: "network", head: t("network"), cell: ({ network }) => <span className="font-mono text-sm">{network}</span> },
    { id: "time", head: t("received"), cell: ({ receivedAt }) => <Moment time={receivedAt} /> },
  ];
  return (
    <Card padded={false}>
      <Table caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />
    </Card>
  );
}
