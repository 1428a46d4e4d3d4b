import type { Route } from "next";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Column, Table } from "@/components/ui/table";
import type { KeySummary } from "@/lib/keys/service";
import { KeyBadge } from "./key-badge";
import { KeyName } from "./key-name";
import { RevokeKeyDialog } from "./revoke-key-dialog";

type KeyTableProps = {
  caption: string;
  /** Whose page each key's name leads to. */
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
      id: "name",
      head: t("name"),
      lead: true,
      cell: ({ id, name }) => (
        <Link href={`/console/${business}/keys/${id}` as Route} className="wrap-anywhere font-medium hover:underline">
          {name}
        </Link>
      ),
    },
    { id: "key", head: t("key"), cell: ({ hint }) => <KeyName hint={hint} /> },
    {
      id: "services",
      spare: true,
      head: t("services"),
      cell: ({ scopes }) => (
        <span className="grid whitespace-nowrap folded:justify-items-end">
          {scopes.map((scope) => (
            <span key={scope}>{t(`shortScopes.${scope}`)}</span>
          ))}
        </span>
      ),
    },
    { id: "created", spare: true, head: t("createdAt"), cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
    {
      id: "used",
      head: t("lastUsedAt"),
      spare: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t("neverUsed")),
    },
    { id: "status", head: t("status"), cell: (key) => <KeyBadge {...key} /> },
  ];
  if (mayRevoke) {
    columns.push({
      id: "actions",
      head: t("actions"),
      quiet: true,
      cell: ({ id, name, hint }) => (
        <RevokeKeyDialog {...{ business, id, name, goOnAt }} shown={<KeyName hint={hint} />} />
      ),
    });
  }
  return <Table caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}
