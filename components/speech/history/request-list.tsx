import { History } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { PagedList } from "@/components/ui/lists/paged-list";
import { Kbd } from "@/components/ui/text/kbd";
import type { RequestRow } from "@/lib/keys/request-log/rows";
import { historyPath } from "@/lib/speech/path";
import { type RequestPlace, RequestTable } from "./request-table";
import { SelectAll, SelectionBar } from "./selection";

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
      Icon={History}
      words="history"
      rows={rows}
      next={next}
      cursor={cursor}
      filter={filter}
      pathOf={(address) => historyPath(business, address)}
      table={(requests) => (
        <>
          <RequestTable {...place} requests={requests} selectAll={<SelectAll />} />
          <SelectionBar key={JSON.stringify([filter, cursor])} business={business} canErase={canErase} />
        </>
      )}
      empty={<NoJobs business={business} canSpeak={canSpeak} />}
      aside={
        <p className="ml-auto text-muted text-sm pointer-coarse:hidden">
          {t.rich("keys", { kbd: (key) => <Kbd>{key}</Kbd> })}
        </p>
      }
    />
  );
}

/** `canSpeak`: whether the reader may use the playground. */
function NoJobs({ business, canSpeak }: { business: string; canSpeak: boolean }) {
  const t = useTranslations("history");
  return (
    <EmptyState
      Icon={History}
      title={t("empty")}
      action={
        canSpeak && (
          <ButtonLink href={`/console/${business}/playground` as Route} variant="primary">
            {t("emptyAction")}
          </ButtonLink>
        )
      }
    >
      {t("emptyLead")}
    </EmptyState>
  );
}
