import { useTranslations } from "next-intl";
import { Notice } from "@/components/ui/notice";
import type { JobRow } from "@/lib/history/describe";
import { JobPages } from "./job-pages";
import { JobTable } from "./job-table";
import { NoJobs } from "./no-jobs";

type JobListProps = {
  /** Null when the address names a page we never gave. */
  rows: readonly JobRow[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  business: string;
  cursor?: string;
  open?: string;
};

/** One page of the history, the newest first. */
export function JobList({ rows, next, business, cursor, open }: JobListProps) {
  const t = useTranslations("history");
  if (rows?.length === 0 && !cursor) return <NoJobs business={business} />;
  return (
    <div className="grid min-w-0 gap-4">
      {rows && rows.length > 0 ? (
        <JobTable jobs={rows} {...{ business, cursor, open }} />
      ) : (
        <Notice kind={rows ? "info" : "warning"}>{t(rows ? "noOlder" : "pageUnknown")}</Notice>
      )}
      <JobPages {...{ business, cursor, next }} />
    </div>
  );
}
