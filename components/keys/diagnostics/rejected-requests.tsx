import { useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { type Column, TableCard } from "@/components/ui/lists/table";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { RejectedRequest } from "@/lib/keys/request-log/list";
import { tracePath } from "@/lib/speech/path";

type RejectedRequestsProps = { business: string; requests: readonly RejectedRequest[] };

export function RejectedRequests({ business, requests }: RejectedRequestsProps) {
  const t = useTranslations("diagnostics.rejected");
  const columns: Column<RejectedRequest>[] = [
    {
      head: t("code"),
      cell: ({ code, field }) => (
        <span className="grid min-w-0">
          <code className="wrap-anywhere font-mono text-sm">{code}</code>
          {field && <span className="text-muted text-sm">{t("field", { field })}</span>}
        </span>
      ),
    },
    {
      head: t("request"),
      cell: ({ method, path }) => <code className="wrap-anywhere font-mono text-sm">{`${method} ${path}`}</code>,
    },
    {
      head: t("key"),
      spare: true,
      cell: ({ keyName, keyHint, keyMode }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere">{keyName}</span>
          {keyHint && <KeyName hint={keyHint} mode={keyMode} />}
        </span>
      ),
    },
    { head: t("when"), cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
    {
      head: t("requestId"),
      cell: ({ requestId }) => (
        <Link href={tracePath(business, requestId)} className="break-all font-mono text-sm underline">
          {requestId}
        </Link>
      ),
    },
  ];
  if (requests.length === 0) return <p className="text-muted">{t("none")}</p>;
  return (
    <TableCard
      title={t("title")}
      caption={t("title")}
      columns={columns}
      rows={requests}
      rowKey={({ requestId }) => requestId}
    />
  );
}
