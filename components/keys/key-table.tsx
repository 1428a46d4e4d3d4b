import type { Route } from "next";
import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { type Column, Table } from "@/components/ui/lists/table";
import { Badge } from "@/components/ui/text/badge";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { KeySummary } from "@/lib/keys/service";
import { KeyActs } from "./key-acts";
import { KeyBadge } from "./key-badge";
import { KeyFlags } from "./key-flags";

/** There is one old secret at a time, and a key that has ended is not rotated. */
const canRotate = ({ status }: KeySummary) => status === "active" || status === "expiring";

type KeyTableProps = {
  caption: string;
  /** The business whose pages the names link to. */
  business: string;
  keys: readonly KeySummary[];
  mayRevoke?: boolean;
  /** See RevokeKeyForm. */
  goOnAt: string;
};

export function KeyTable({ caption, business, keys, mayRevoke = false, goOnAt }: KeyTableProps) {
  const t = useTranslations("keys");
  const columns: Column<KeySummary>[] = [
    {
      head: t("name"),
      cell: ({ id, name }) => (
        <Link
          href={`/console/${business}/keys/${id}` as Route}
          className="wrap-anywhere font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-ink focus-visible:after:-outline-offset-2"
        >
          {name}
        </Link>
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
    { head: t("createdAt"), spare: true, cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
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
