import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { JobRow } from "@/lib/history/describe";
import type { HistoryFilter } from "@/lib/history/schema";
import { JobPages } from "./job-pages";
import { JobTable } from "./job-table";
import { NoJobs } from "./no-jobs";
import { NoMatch } from "./no-match";

type JobListProps = {
  /** Null when the address names a page we never gave. */
  rows: readonly JobRow[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  business: string;
  filter: HistoryFilter;
  /** The region that shows the list. */
  region: string;
  cursor?: string;
  open?: string;
};

/** One page of the history, the newest first. */
export function JobList({ rows, next, business, filter, region, cursor, open }: JobListProps) {
  const t = useTranslations("history");
  if (rows?.length === 0 && !cursor) {
    const isNarrowed = Object.values(filter).some(Boolean);
    return isNarrowed ? <NoMatch business={business} /> : <NoJobs business={business} />;
  }
  return (
    <div className="grid min-w-0 gap-4">
      {rows && rows.length > 0 ? (
        <JobTable jobs={rows} {...{ business, filter, region, cursor, open }} />
      ) : (
        <Notice kind={rows ? "info" : "warning"}>{t(rows ? "noOlder" : "pageUnknown")}</Notice>
      )}
      <JobPages {...{ business, filter, cursor, next }} />
    </div>
  );
}
