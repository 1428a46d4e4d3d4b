import { useLocale, useTranslations } from "next-intl";
import { KeyName } from "@/components/access/key-name";
import { businessPath } from "@/components/operator/businesses/business-path";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Link } from "@/components/ui/text/link";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { DeskLiveSession } from "@/lib/operator/engines/live-sessions";
import { formatNumber } from "@/lib/platform/i18n/format";

/** The live transcriptions that are open now, in all processes. */
export function LiveSessionsCard({ count, sessions }: { count: number; sessions: readonly DeskLiveSession[] }) {
  const t = useTranslations("operator.engines.live");
  const locale = useLocale();
  const columns: Column<DeskLiveSession>[] = [
    {
      head: t("business"),
      cell: ({ businessId, businessName }) => (
        <Link href={businessPath(businessId)} className="wrap-anywhere underline underline-offset-2">
          {businessName}
        </Link>
      ),
    },
    {
      head: t("key"),
      cell: ({ keyName, keyHint, mode }) => (
        <span className="grid min-w-0">
          <span className="wrap-anywhere">{keyName}</span>
          <KeyName hint={keyHint} mode={mode} />
        </span>
      ),
    },
    { head: t("model"), cell: ({ modelId }) => <span className="break-all font-mono text-sm">{modelId}</span> },
    { head: t("region"), cell: ({ region }) => region ?? "–" },
    { head: t("since"), cell: ({ createdAt }) => <RelativeTime time={createdAt} /> },
    {
      head: t("delivered"),
      numeric: true,
      cell: ({ deliveredSeconds }) => t("seconds", { seconds: formatNumber(deliveredSeconds, locale) }),
    },
  ];
  return (
    <Card title={t("title", { count })}>
      {sessions.length === 0 ? (
        <p className="text-muted">{t("none")}</p>
      ) : (
        <div className="-mx-4">
          <Table
            caption={t("title", { count })}
            columns={columns}
            rows={sessions}
            rowKey={({ trackingId }) => trackingId}
          />
        </div>
      )}
      {sessions.length < count && <p className="text-muted text-sm">{t("oldest", { count: sessions.length })}</p>}
    </Card>
  );
}
