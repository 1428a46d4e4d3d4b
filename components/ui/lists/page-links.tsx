import { ChevronRight, ChevronsLeft } from "lucide-react";
import type { Route } from "next";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ButtonLink } from "@/components/ui/buttons/button-link";

type PageLinksProps = {
  /** The catalogue namespace with `pages`, `newest` and `older`. */
  words: string;
  /** The first page, unless this is it. */
  newest?: Route;
  older?: Route;
  children?: ReactNode;
};

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
