import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import type { SignInRow } from "@/lib/activity/describe";
import type { ActivityFilter } from "@/lib/activity/schema";
import { ActivityPages } from "./activity-pages";
import { activityPath } from "./activity-path";
import { ActivityTable } from "./activity-table";

type ActivityListProps = {
  /** Null when the address names a page we never gave. */
  rows: readonly SignInRow[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  filter: ActivityFilter;
  cursor?: string;
};

/** One page of the attempts, the newest first. */
export function ActivityList({ rows, next, filter, cursor }: ActivityListProps) {
  const t = useTranslations("activity");
  if (rows?.length === 0 && !cursor) {
    const isNarrowed = Object.values(filter).some(Boolean);
    const clear = <ButtonLink href={activityPath()}>{t("filters.clear")}</ButtonLink>;
    return (
      <EmptyState title={t(isNarrowed ? "noMatch" : "empty")} action={isNarrowed && clear}>
        {t(isNarrowed ? "noMatchLead" : "emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {rows && rows.length > 0 ? (
        <ActivityTable rows={rows} />
      ) : (
        <Notice kind={rows ? "info" : "warning"}>{t(rows ? "noOlder" : "pageUnknown")}</Notice>
      )}
      <ActivityPages {...{ filter, cursor, next }} />
    </div>
  );
}
