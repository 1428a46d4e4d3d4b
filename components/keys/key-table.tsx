import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { type Column, Table } from "@/components/ui/table";
import type { KeySummary } from "@/lib/keys/service";
import { KeyName } from "./key-name";
import { RevokeKeyDialog } from "./revoke-key-dialog";

type KeyTableProps = {
  caption: string;
  keys: readonly KeySummary[];
  /** The business in which the reader may revoke; without one the keys are only shown. */
  revokeIn?: string;
  /** See RevokeKeyForm. */
  goOnAt: string;
};

export function KeyTable({ caption, keys, revokeIn, goOnAt }: KeyTableProps) {
  const t = useTranslations("keys");
  const columns: Column<KeySummary>[] = [
    {
      id: "name",
      head: t("name"),
      lead: true,
      cell: ({ name }) => <span className="wrap-anywhere font-medium">{name}</span>,
    },
    { id: "key", head: t("key"), cell: ({ hint }) => <KeyName hint={hint} /> },
    {
      id: "services",
      spare: true,
      head: t("services"),
      cell: ({ scopes }) => scopes.map((scope) => t(`shortScopes.${scope}`)).join(", "),
    },
    { id: "created", spare: true, head: t("createdAt"), cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
    {
      id: "used",
      head: t("lastUsedAt"),
      spare: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <RelativeTime time={lastUsedAt} /> : t("neverUsed")),
    },
    { id: "status", head: t("status"), cell: (key) => <KeyStatus {...key} /> },
  ];
  if (revokeIn) {
    columns.push({
      id: "actions",
      head: t("actions"),
      quiet: true,
      cell: ({ id, name, hint }) => (
        <RevokeKeyDialog {...{ business: revokeIn, id, name, goOnAt }} shown={<KeyName hint={hint} />} />
      ),
    });
  }
  return <Table caption={caption} columns={columns} rows={keys} rowKey={({ id }) => id} />;
}

function KeyStatus({ revokedAt }: Pick<KeySummary, "revokedAt">) {
  const t = useTranslations("keys");
  if (!revokedAt) return <Badge kind="success">{t("live")}</Badge>;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 folded:justify-end">
      <Badge>{t("revoked")}</Badge>
      <RelativeTime time={revokedAt} />
    </span>
  );
}
