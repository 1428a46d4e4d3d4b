import { KeyRound } from "lucide-react";
import type { Route } from "next";
import { useLocale, useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { KeySummary } from "@/lib/keys/service";
import type { KeyMonth } from "@/lib/keys/usage";
import { formatNumber } from "@/lib/platform/i18n/format";
import { FirstCall, type FirstCallExample } from "./first-call";
import { KeyActs } from "./key-acts";
import { KeyBadge, KeyFlags } from "./key-badge";

type KeyListProps = {
  business: string;
  keys: readonly KeySummary[];
  months: Record<string, KeyMonth>;
  mayRevoke: boolean;
};

const here = "key-list";

/** The active keys, and below them, less prominent, the inactive ones. */
export function KeyList({ business, keys, months, mayRevoke }: KeyListProps) {
  const t = useTranslations("keys");
  const live = keys.filter(({ revokedAt }) => !revokedAt);
  const revoked = keys.filter(({ revokedAt }) => revokedAt);
  return (
    <section id={here} tabIndex={-1} aria-label={t("title")} className="grid gap-6 outline-none">
      {live.length > 0 && (
        <Card padded={false}>
          <KeyTable
            caption={t("liveKeys")}
            business={business}
            mayRevoke={mayRevoke}
            keys={live}
            months={months}
            goOnAt={here}
          />
        </Card>
      )}
      {revoked.length > 0 && (
        <details className="grid gap-3 text-muted" open={live.length === 0}>
          <summary className="w-fit cursor-pointer font-medium text-sm pointer-coarse:min-h-11">
            {t("revokedCount", { count: revoked.length })}
          </summary>
          <Card padded={false}>
            <KeyTable caption={t("revokedKeys")} business={business} keys={revoked} goOnAt={here} />
          </Card>
        </details>
      )}
    </section>
  );
}

/** There is one old secret at a time, and a key that has ended is not rotated. */
const canRotate = ({ status }: KeySummary) => status === "active" || status === "expiring";

type KeyTableProps = {
  caption: string;
  /** The business whose pages the names link to. */
  business: string;
  keys: readonly KeySummary[];
  /** For active keys, instead of the day of their creation. */
  months?: Record<string, KeyMonth>;
  mayRevoke?: boolean;
  /** See RevokeKeyForm. */
  goOnAt: string;
};

export function KeyTable({ caption, business, keys, months, mayRevoke = false, goOnAt }: KeyTableProps) {
  const t = useTranslations("keys");
  const locale = useLocale();
  const createdColumn: Column<KeySummary> = {
    head: t("createdAt"),
    spare: true,
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  };
  const monthColumns = (of: Record<string, KeyMonth>): Column<KeySummary>[] => [
    {
      head: t("spentThisMonth"),
      numeric: true,
      cell: ({ id, mode }) => {
        const { spentMilli = 0n, capMilli = null } = of[id] ?? {};
        if (mode === "test") return null;
        return (
          <span className="grid justify-items-end">
            <Money amountMilli={spentMilli} />
            {capMilli !== null && (
              <span className="text-muted text-sm">
                {t.rich("ofCap", { amount: () => <Money amountMilli={capMilli} /> })}
              </span>
            )}
          </span>
        );
      },
    },
    { head: t("requestsThisMonth"), numeric: true, cell: ({ id }) => formatNumber(of[id]?.calls ?? 0, locale) },
  ];
  const columns: Column<KeySummary>[] = [
    {
      head: t("name"),
      cell: ({ id, name, serviceAccount }) => (
        <>
          <Link
            href={`/console/${business}/keys/${id}` as Route}
            className="wrap-anywhere font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
          >
            {name}
          </Link>
          {serviceAccount && <span className="block text-muted text-sm">{serviceAccount}</span>}
        </>
      ),
    },
    {
      head: t("key"),
      cell: ({ hint, mode }) => (
        <span className="inline-flex flex-wrap items-center gap-2 folded:justify-end">
          <KeyName hint={hint} mode={mode} />
          {mode === "test" && <Badge kind="info">{t("modes.test.mark")}</Badge>}
        </span>
      ),
    },
    {
      head: t("services"),
      spare: true,
      cell: ({ scopes }) => (
        <span className="flex flex-wrap gap-1 folded:justify-end">
          {scopes.map((scope) => (
            <span
              key={scope}
              title={t(`shortScopes.${scope}`)}
              className="rounded-small bg-sunken px-1.5 py-0.5 font-medium text-muted text-xs whitespace-nowrap"
            >
              {t(`scopeMarks.${scope}`)}
            </span>
          ))}
        </span>
      ),
    },
    ...(months ? monthColumns(months) : [createdColumn]),
    {
      head: t("lastUsedAt"),
      spare: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t("neverUsed")),
    },
    {
      head: t("status"),
      cell: (key) => (
        <span className="grid gap-1 folded:justify-items-end">
          <KeyBadge {...key} />
          <KeyFlags flags={key.flags} />
        </span>
      ),
    },
  ];
  if (mayRevoke) {
    columns.push({
      head: t("actions"),
      quiet: true,
      cell: (key) => (
        <KeyActs
          business={business}
          id={key.id}
          name={key.name}
          goOnAt={goOnAt}
          shown={<KeyName {...key} />}
          canRotate={canRotate(key)}
          isFlagged={key.flags.length > 0}
        />
      ),
    });
  }
  return <Table caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

/** `mayCreate`: the button that creates a key is in the page's header. */
export function NoKeys({ mayCreate, example }: { mayCreate: boolean; example: FirstCallExample }) {
  const t = useTranslations("keys");
  return (
    <EmptyState
      Icon={KeyRound}
      title={t("empty")}
      action={
        <div className="w-full min-w-0">
          <FirstCall {...example} />
        </div>
      }
    >
      {t(mayCreate ? "emptyLead" : "emptyLeadReader")}
    </EmptyState>
  );
}
