import { useTranslations } from "next-intl";
import { RowLink } from "@/components/operator/fact-values";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge, type BadgeKind } from "@/components/ui/text/badge";
import { Moment } from "@/components/ui/text/moment";
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
