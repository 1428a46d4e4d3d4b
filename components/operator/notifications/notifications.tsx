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

/** What notifications are set aside for, as it is stored; a group is the field of the notification. */
const reasons = [
  [/^the account is not one of ours$/, "account"],
  [/^the provider is unknown$/, "provider"],
  [/^its id came before with other content$/, "content"],
  [/^code is not 00: not a payment$/, "notPayment"],
  [/^currency is not VND$/, "currency"],
  [/^the form cannot be read$/, "form"],
  [/^the form has a field twice$/, "twice"],
  [/^the body is not a JSON object$/, "json"],
  [/^(\w+) is not a list$/, "list"],
  [/^(\w+) is not an object$/, "object"],
  [/^(\w+) is neither in nor out$/, "direction"],
  [/^(\w+) is neither text nor a number$/, "text"],
  [/^(\w+) is not a whole amount of đồng$/, "amount"],
  [/^(\w+) is zero$/, "zero"],
  [/^(\w+) is negative$/, "negative"],
  [/^(\w+) is not a time$/, "time"],
] as const;

/** Such a reason in the reader's language; any other text, such as an error's name, as it is. */
function useReasonWords() {
  const t = useTranslations("operator.notifications.reasons");
  return (reason: string): string => {
    for (const [stored, key] of reasons) {
      const [is, field = ""] = stored.exec(reason) ?? [];
      if (is !== undefined) return t(key, { field });
    }
    return reason;
  };
}

export function NotificationTable({ rows }: { rows: readonly NotificationRow[] }) {
  const t = useTranslations("operator.notifications");
  const say = useReasonWords();
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
    {
      head: t("reason"),
      cell: ({ reason }) => <span className="wrap-anywhere text-sm">{reason ? say(reason) : "–"}</span>,
    },
    { head: t("network"), cell: ({ network }) => <span className="font-mono text-sm">{network}</span> },
    { head: t("received"), cell: ({ receivedAt }) => <Moment time={receivedAt} /> },
  ];
  return <TableCard caption={t("title")} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

export function NotificationFacts({ notification }: { notification: NotificationDetail }) {
  const t = useTranslations("operator.notifications");
  const say = useReasonWords();
  const { provider, status, reason, network, contentType, receivedAt, processedAt, reports } = notification;
  return (
    <FactsCard
      facts={[
        { label: t("provider"), value: t(`providers.${provider as "sepay"}`) },
        { label: t("state"), value: <NotificationBadge status={status} /> },
        { label: t("reason"), value: reason && say(reason) },
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
