import { ChevronRight, ChevronsLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Kbd } from "@/components/ui/kbd";
import type { HistoryFilter } from "@/lib/history/schema";
import { historyPath } from "./history-path";

type JobPagesProps = { business: string; filter: HistoryFilter; cursor?: string; next: string | null };

/** The ways on from one page of the list, and the keys that walk it. */
export function JobPages({ business, filter, cursor, next }: JobPagesProps) {
  const t = useTranslations("history");
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center gap-2">
      {cursor && (
        <ButtonLink href={historyPath(business, filter)} size="small" icon={<ChevronsLeft aria-hidden />}>
          {t("newest")}
        </ButtonLink>
      )}
      {next && (
        <ButtonLink href={historyPath(business, { ...filter, cursor: next })} size="small">
          {t("older")}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
      <p className="ml-auto text-muted text-sm pointer-coarse:hidden">
        {t.rich("keys", { kbd: (key) => <Kbd>{key}</Kbd> })}
      </p>
    </nav>
  );
}
