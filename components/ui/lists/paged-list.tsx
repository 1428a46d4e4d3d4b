import { ChevronRight, ChevronsLeft, type LucideIcon, SearchX } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";
import { EmptyState } from "@/components/ui/feedback/empty-state";
import { Notice } from "@/components/ui/feedback/notice";

type PagedListProps<Row, Filter> = {
  /** The catalogue namespace with the texts of this list: `empty`, `noMatch`, `noOlder`, `pageUnknown`, `pages` … */
  words: string;
  /** Of what it lists, for the empty list. */
  Icon: LucideIcon;
  /** Null if the URL has an unknown cursor. */
  rows: readonly Row[] | null;
  /** The cursor of the following page; null on the last one. */
  next: string | null;
  cursor?: string;
  filter: Filter;
  pathOf: (address?: Filter & { cursor?: string }) => Route;
  table: (rows: readonly Row[]) => ReactNode;
  /** Shown instead of a sentence while the list is empty. */
  empty?: ReactNode;
  aside?: ReactNode;
};

/** One page of a long list, the newest first. */
export function PagedList<Row, Filter extends object>(list: PagedListProps<Row, Filter>) {
  const { words, Icon, rows, next, cursor, filter, pathOf, table, empty, aside } = list;
  const t = useTranslations(words);
  if (rows?.length === 0 && !cursor) {
    if (Object.values(filter).some(Boolean)) {
      return (
        <EmptyState
          Icon={SearchX}
          title={t("noMatch")}
          action={<ButtonLink href={pathOf()}>{t("filters.clear")}</ButtonLink>}
        >
          {t("noMatchLead")}
        </EmptyState>
      );
    }
    return (
      empty ?? (
        <EmptyState Icon={Icon} title={t("empty")}>
          {t("emptyLead")}
        </EmptyState>
      )
    );
  }
  return (
    <div className="grid min-w-0 gap-4">
      {rows && rows.length > 0 ? (
        table(rows)
      ) : (
        <Notice kind={rows ? "info" : "warning"}>{t(rows ? "noOlder" : "pageUnknown")}</Notice>
      )}
      <PageLinks
        words={words}
        newest={cursor ? pathOf(filter) : undefined}
        older={next ? pathOf({ ...filter, cursor: next }) : undefined}
      >
        {aside}
      </PageLinks>
    </div>
  );
}

type PageLinksProps = {
  /** The catalogue namespace with `pages`, `newest` and `older`. */
  words: string;
  /** The first page, unless this is it. */
  newest?: Route;
  older?: Route;
  children?: ReactNode;
};

/** The way to the other pages of a list. */
export function PageLinks({ words, newest, older, children }: PageLinksProps) {
  const t = useTranslations(words);
  if (!newest && !older && !children) return null;
  return (
    <nav aria-label={t("pages")} className="flex flex-wrap items-center gap-2">
      {newest && (
        <ButtonLink href={newest} size="small" icon={<ChevronsLeft aria-hidden />}>
          {t("newest")}
        </ButtonLink>
      )}
      {older && (
        <ButtonLink href={older} size="small">
          {t("older")}
          <ChevronRight aria-hidden />
        </ButtonLink>
      )}
      {children}
    </nav>
  );
}
