import { useTranslations } from "next-intl";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Kbd } from "@/components/ui/text/kbd";
import type { RequestRow } from "@/lib/keys/request-log/rows";
import { historyPath } from "@/lib/speech/history/path";
import { NoJobs } from "./no-jobs";
import type { RequestPlace } from "./request-line";
import { RequestTable } from "./request-table";
import { SelectAll } from "./select-all";
import { SelectionBar } from "./selection-bar";

type RequestListProps = RequestPlace & {
  /** Null if the URL has an unknown cursor. */
  rows: readonly RequestRow[] | null;
  next: string | null;
  canErase: boolean;
  canSpeak: boolean;
};

/** One page of the history, the newest first, with keyboard navigation. */
export function RequestList({ rows, next, canErase, canSpeak, ...place }: RequestListProps) {
  const t = useTranslations("history");
  const { business, filter, cursor } = place;
  return (
    <PagedList
      words="history"
      {...{ rows, next, cursor, filter }}
      pathOf={(address) => historyPath(business, address)}
      table={(requests) => (
        <>
          <RequestTable {...place} requests={requests} selectAll={<SelectAll />} />
          <SelectionBar key={JSON.stringify([filter, cursor])} {...{ business, canErase }} />
        </>
      )}
      empty={<NoJobs {...{ business, canSpeak }} />}
      aside={
        <p className="ml-auto text-muted text-sm pointer-coarse:hidden">
          {t.rich("keys", { kbd: (key) => <Kbd>{key}</Kbd> })}
        </p>
      }
    />
  );
}
