import { useLocale, useTranslations } from "next-intl";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import { formatRate } from "@/components/webhooks/deliveries/format-rate";
import type { LastFailure } from "@/lib/webhooks/delivery-log/find";
import type { Rate } from "@/lib/webhooks/delivery-log/stats";
import type { Endpoint } from "@/lib/webhooks/endpoints/endpoint";
import { EndpointBadge } from "./endpoint-badge";
import { endpointPath } from "./webhooks-path";

type EndpointTableProps = {
  business: string;
  endpoints: readonly Endpoint[];
  /** Of the last 24 hours, by the endpoint's id. */
  rates: ReadonlyMap<string, Rate>;
  /** The last failure of those that fail, by the endpoint's id. */
  failures: ReadonlyMap<string, LastFailure>;
};

export function EndpointTable({ business, endpoints, rates, failures }: EndpointTableProps) {
  const [t, all] = [useTranslations("webhooks.list"), useTranslations()];
  const locale = useLocale();
  const columns: Column<Endpoint>[] = [
    {
      head: t("url"),
      cell: ({ id, url, description, isCallbacks }) => (
        <span className="grid min-w-0 gap-0.5">
          <Link
            href={endpointPath(business, id)}
            className="line-clamp-2 wrap-anywhere font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
          >
            {isCallbacks ? t("callbacks") : description || url}
          </Link>
          {isCallbacks && <span className="text-muted text-sm">{t("callbacksHint")}</span>}
          {description && <span className="line-clamp-1 break-all font-mono text-muted text-xs">{url}</span>}
        </span>
      ),
    },
    {
      head: t("status"),
      cell: ({ id, status }) => {
        const { error, statusCode } = failures.get(id) ?? {};
        const words = `webhooks.errors.${error}`;
        return (
          <span className="grid min-w-0 justify-items-start gap-1 folded:justify-items-end">
            <EndpointBadge status={status} />
            {error && (
              <span className="text-muted text-sm">
                {all.has(words) ? all(words, { status: statusCode ?? 0 }) : error}
              </span>
            )}
          </span>
        );
      },
    },
    {
      head: t("rate"),
      numeric: true,
      cell: ({ id }) => {
        const rate = rates.get(id);
        return (rate && formatRate(rate, locale)) ?? <span className="text-muted">{t("rateNone")}</span>;
      },
    },
    {
      head: t("last"),
      cell: (endpoint) => {
        // How callbacks end is not counted for their endpoint, since each has a receiver of its own.
        if (endpoint.isCallbacks) return null;
        const last = lastAttemptOf(endpoint);
        return last ? <RelativeTime time={last} /> : <span className="text-muted">{t("never")}</span>;
      },
    },
    {
      head: t("events"),
      spare: true,
      cell: ({ events, isCallbacks }) => <EventTypes types={isCallbacks ? ["job.*", "tts.completed"] : events} />,
    },
  ];
  return <TableCard caption={t("caption")} columns={columns} rows={endpoints} rowKey={({ id }) => id} />;
}

/** Up to two types by name, more as a count. */
function EventTypes({ types }: { types: readonly string[] }) {
  const t = useTranslations("webhooks.list");
  if (types.length > 2) return <span title={types.join(", ")}>{t("eventCount", { count: types.length })}</span>;
  return (
    <span className="grid font-mono text-xs">
      {types.map((type) => (
        <span key={type}>{type}</span>
      ))}
    </span>
  );
}

/** When an endpoint last received something or failed to. */
function lastAttemptOf({ lastFailedAt, lastSucceededAt }: Endpoint): Date | null {
  if (!lastFailedAt || !lastSucceededAt) return lastFailedAt ?? lastSucceededAt;
  return lastFailedAt > lastSucceededAt ? lastFailedAt : lastSucceededAt;
}
