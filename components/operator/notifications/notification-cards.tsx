import { useTranslations } from "next-intl";
import { ActDialog } from "@/components/operator/act-dialog";
import { FactsCard } from "@/components/operator/facts";
import { transferPath } from "@/components/operator/transfers/transfer-table";
import { Link } from "@/components/ui/text/link";
import { Moment } from "@/components/ui/text/moment";
import { dismissNotificationAction } from "@/lib/operator/notifications/actions";
import type { NotificationDetail } from "@/lib/operator/notifications/list";
import { NotificationBadge } from "./notification-table";

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
