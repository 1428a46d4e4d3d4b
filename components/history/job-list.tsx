import { useTranslations } from "next-intl";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Kbd } from "@/components/ui/text/kbd";
import type { JobRow } from "@/lib/history/describe";
import type { HistoryFilter } from "@/lib/history/schema";
import { historyPath } from "./history-path";
import { JobTable } from "./job-table";
import { NoJobs } from "./no-jobs";

type JobListProps = {
  /** Null if the URL has an unknown cursor. */
  rows: readonly JobRow[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  business: string;
  filter: HistoryFilter;
  /** The element that shows the list. */
  region: string;
  cursor?: string;
  open?: string;
};

/** One page of the history, the newest first, with keyboard navigation. */
export function JobList({ rows, next, business, filter, region, cursor, open }: JobListProps) {
  const t = useTranslations("history");
  return (
    <PagedList
      words="history"
      {...{ rows, next, cursor, filter }}
      pathOf={(address) => historyPath(business, address)}
      table={(jobs) => <JobTable {...{ jobs, business, filter, region, cursor, open }} />}
      empty={<NoJobs business={business} />}
      aside={
        <p className="ml-auto text-muted text-sm pointer-coarse:hidden">
          {t.rich("keys", { kbd: (key) => <Kbd>{key}</Kbd> })}
        </p>
      }
    />
  );
}
