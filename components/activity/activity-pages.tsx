import { ChevronRight, ChevronsLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import type { ActivityFilter } from "@/lib/activity/schema";
import { activityPath } from "./activity-path";

type ActivityPagesProps = { filter: ActivityFilter; cursor?: string; next: string | null };

/** The ways on from one page of the list. */
export function ActivityPages({ filter, cursor, next }: ActivityPagesProps) {
  const t = useTranslations("activity");
  if (!cursor && !next) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap gap-2">
      {cursor && (
        <ButtonLink href={activityPath(filter)} size="small" icon={<ChevronsLeft aria-hidden />}>
          {t("newest")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink href={activityPath({ ...filter, cursor: next })} size="small">
          {t("older")}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
    </nav>
  );
}
