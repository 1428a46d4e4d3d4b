import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-form";
import { FactsCard, RowLink } from "@/components/operator/facts";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { dismissNotificationAction } from "@/lib/operator/notifications/actions";
import type { NotificationDetail, NotificationRow } from "@/lib/operator/notifications/list";
import type { NotificationState } from "@/lib/operator/notifications/schema";

const kinds: Record<NotificationState, BadgeKind> = {
  pending: "info",
  unrecorded: "danger",
  done: "success",
  rejected: "warning",
  dismissed: "neutral",
};

function NotificationBadge({ status }: { status: NotificationState }) {
  const t = useTranslations("operator.notifications.states");
  return <Badge kind={kinds[status]}>{t(status)}</Badge>;
}

export function NotificationTable({ rows }: { rows: readonly NotificationRow[] }) {
  const t = useTranslations("operator.notifications");
  const columns: Column<NotificationRow>[] = [
    {
      head: t("one"),
      cell: ({ id, provider }) => (
        <span className="grid min-w-0">
          <RowLink href={`/operator/notifications/${id}`}>{t(`providers.${provider as "sepay"}`)}</RowLink>
          <span className="break-all font-mono text-muted text-xs">{id}</span>
        </span>
      ),
    },
    { head: t("state"), cell: ({ status }) => <NotificationBadge status={status} /> },
    { head: t("reason"), cell: ({ reason }) => <span className="wrap-anywhere text-sm">{reason ?? "–"}</span> },
    { head: t("network"), cell: ({ network }) => <span className="font-mono text-sm">{network}</span> },
    { head: t("received"), cell: ({ receivedAt }) => <Moment time={receivedAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

export function NotificationFacts({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations("operator.notifications");
  const { provider, status, reason, network, contentType, receivedAt, processedAt, reports } = notification;
  return (
    <FactsCard
      facts={[
        { label: t("provider"), value: t(`providers.${provider as "sepay"}`) },
        { label: t("state"), value: <NotificationBadge status={status} /> },
        { label: t("reason"), value: reason },
        { label: t("received"), value: <Moment time={receivedAt} /> },
        { label: t("processed"), value: processedAt && <Moment time={processedAt} /> },
        { label: t("network"), value: <span className="font-mono text-sm">{network}</span> },
        { label: t("contentType"), value: <span className="font-mono text-sm">{contentType}</span> },
        {
          label: t("transfers"),
          value: reports.length > 0 && (
            <ul className="grid gap-1">
              {reports.map(({ source, sourceId, transferId }) => (
                <li key={`${source} ${sourceId}`}>
                  <Link
                    href={transferPath(transferId)}
                    className="break-all font-mono text-sm underline underline-offset-2"
                  >
                    {transferId}
                  </Link>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  );
}

export function DismissNotification({ id }: { id: string }) {
  const t = useTranslations("operator.notifications");
  return (
    <ActDialog
      title={t("dismissTitle")}
      lead={t("dismissLead")}
      trigger={{ label: t("dismiss") }}
      action={dismissNotificationAction}
      hidden={{ id }}
      reason="staff"
    />
  );
}
