import { useLocale, useTranslations } from "next-intl";
import { type Column, Table } from "@/components/ui/lists/table";
import { Card } from "@/components/ui/text/card";
import { Money } from "@/components/ui/text/money";
import { RelativeTime } from "@/components/ui/text/relative-time";
import type { JobRow } from "@/lib/history/describe";
import type { HistoryFilter } from "@/lib/history/schema";
import { formatNumber } from "@/lib/i18n/format";
import { historyPath } from "./history-path";
import { JobBadges } from "./job-badges";
import { JobLink } from "./job-link";

type JobTableProps = {
  jobs: readonly JobRow[];
  business: string;
  filter: HistoryFilter;
  region: string;
  cursor?: string;
  /** The trackingId of the open job: the list then makes room for it. */
  open?: string;
};

export function JobTable({ jobs, business, filter, region, cursor, open }: JobTableProps) {
  const t = useTranslations("history");
  const locale = useLocale();

  const time: Column<JobRow> = {
    id: "time",
    head: t("time"),
    cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
  };
  const text: Column<JobRow> = {
    id: "text",
    head: t("text"),
    lead: true,
    cell: ({ trackingId, excerpt, ...job }) => (
      <div className="grid min-w-0 gap-0.5">
        <JobLink
          href={historyPath(business, { ...filter, cursor, job: trackingId })}
          {...{ trackingId }}
          isOpen={trackingId === open}
        >
          <span className="line-clamp-2 wrap-anywhere">{excerpt || trackingId}</span>
        </JobLink>
        {excerpt && <span className="break-all font-mono text-muted text-xs">{trackingId}</span>}
        <span className="flex flex-wrap gap-1 empty:hidden">
          <JobBadges {...job} here={region} />
        </span>
      </div>
    ),
  };
  const price: Column<JobRow> = {
    id: "price",
    head: t("price"),
    numeric: true,
    cell: ({ amountMilli }) => <Money amountMilli={amountMilli} />,
  };
  const details: Column<JobRow>[] = [
    { id: "voice", head: t("voice"), cell: (job) => <Voice {...job} /> },
    {
      id: "duration",
      spare: true,
      head: t("duration"),
      numeric: true,
      cell: ({ audioDuration }) => t("seconds", { seconds: formatNumber(Number(audioDuration.toFixed(1)), locale) }),
    },
    {
      id: "characters",
      spare: true,
      head: t("characters"),
      numeric: true,
      cell: ({ characters }) => (characters === null ? "" : formatNumber(characters, locale)),
    },
  ];

  return (
    <Card padded={false}>
      <Table
        caption={t("title")}
        columns={[time, text, ...(open ? [] : details), price]}
        rows={jobs}
        rowKey={({ trackingId }) => trackingId}
      />
    </Card>
  );
}

function Voice({ voiceName, service }: Pick<JobRow, "voiceName" | "service">) {
  const t = useTranslations("history");
  return (
    <span className="grid whitespace-nowrap folded:justify-items-end">
      {voiceName}
      <span className="text-muted text-sm">{t(`services.${service}`)}</span>
    </span>
  );
}
