import { Send } from "lucide-react";
import { useLocale, useTimeZone, useTranslations } from "next-intl";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { deliveriesPath, deliveryPath } from "@/components/webhooks/endpoints/webhooks-path";
import { formatTime } from "@/lib/platform/i18n/format";
import type { DeliverySummary } from "@/lib/webhooks/delivery-log/find";
import type { DeliveryFilter } from "@/lib/webhooks/delivery-log/schema";
import { useAttemptWords } from "./attempt-words";
import { DeliveryBadge } from "./delivery-badge";

type DeliveryTableProps = {
  business: string;
  endpointId: string;
  deliveries: readonly DeliverySummary[];
  /** With a box for each, in the form with this id. */
  form?: string;
};

export function DeliveryTable({ business, endpointId, deliveries, form }: DeliveryTableProps) {
  const t = useTranslations("webhooks.log");
  const [locale, timeZone] = [useLocale(), useTimeZone()];
  const wordsOf = useAttemptWords();
  const box: Column<DeliverySummary> = {
    head: t("select"),
    quiet: true,
    cell: ({ id, eventType, createdAt, isTest }) => (
      <span className="folded:absolute folded:top-3 folded:right-4">
        <input
          disabled={isTest}
          title={isTest ? t("testNotReplayed") : undefined}
          type="checkbox"
          form={form}
          name="ids[]"
          value={id}
          aria-label={t("selectOne", { type: eventType, time: formatTime(createdAt, locale, timeZone) })}
          className="relative z-1 size-4 accent-ink disabled:opacity-40 pointer-coarse:size-6"
        />
      </span>
    ),
  };
  const columns: Column<DeliverySummary>[] = [
    {
      head: t("event"),
      cell: ({ id, eventType, isTest }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Link
            href={deliveryPath(business, endpointId, id)}
            className="font-medium font-mono text-sm outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
          >
            {eventType}
          </Link>
          {isTest && <Badge kind="info">{t("test")}</Badge>}
        </span>
      ),
    },
    { head: t("state"), cell: (delivery) => <DeliveryBadge delivery={delivery} /> },
    {
      head: t("result"),
      cell: ({ lastStatus, lastError, attempts }) => (
        <span className="text-sm">
          {wordsOf({ error: lastError, statusCode: lastStatus }) ?? lastStatus ?? "—"}
          {attempts > 1 && <span className="text-muted"> · {t("attemptCount", { attempts })}</span>}
        </span>
      ),
    },
    {
      head: t("object"),
      spare: true,
      cell: ({ objectId, eventId }) =>
        objectId === eventId ? null : (
          <span className="folded:break-all whitespace-nowrap folded:whitespace-normal font-mono text-muted text-xs">
            {objectId}
          </span>
        ),
    },
    {
      head: t("time"),
      cell: ({ createdAt, nextAttemptAt, state, isBehindPause }) => (
        <span className="grid folded:justify-items-end">
          <RelativeTime time={createdAt} />
          {state === "waiting" && nextAttemptAt && (
            <span className="text-muted text-sm">
              {t.rich(isBehindPause ? "nextAfterPause" : "next", { when: () => <RelativeTime time={nextAttemptAt} /> })}
            </span>
          )}
        </span>
      ),
    },
  ];
  return (
    <TableCard
      caption={t("title")}
      columns={form ? [box, ...columns] : columns}
      rows={deliveries}
      rowKey={({ id }) => id}
    />
  );
}

type DeliveryListProps = {
  business: string;
  endpointId: string;
  /** Null if the URL has an unknown cursor. */
  rows: readonly DeliverySummary[] | null;
  next: string | null;
  cursor?: string;
  filter: DeliveryFilter;
  form?: string;
};

export function DeliveryList({ business, endpointId, form, ...list }: DeliveryListProps) {
  const t = useTranslations("webhooks.log");
  return (
    <PagedList
      Icon={Send}
      words="webhooks.log"
      {...list}
      pathOf={(address) => deliveriesPath(business, endpointId, address)}
      table={(deliveries) => (
        <DeliveryTable business={business} endpointId={endpointId} deliveries={deliveries} form={form} />
      )}
      empty={
        <EmptyState Icon={Send} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      }
    />
  );
}
