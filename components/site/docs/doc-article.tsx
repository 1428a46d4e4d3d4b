import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { DocLink } from "./docs-shell";

type DocArticleProps = {
  /** Made by us from Markdown, without markup from outside. */
  html: string;
  twin: string;
  previous?: DocLink;
  next?: DocLink;
  children?: ReactNode;
};

/** A page of the documentation between its tools and its neighbors. */
export function DocArticle({ html, twin, previous, next, children }: DocArticleProps) {
  const t = useTranslations("docs.site");
  return (
    <article>
      <p className="flex flex-wrap justify-end gap-x-4 text-sm">
        <button type="button" className="site-link copy-page" data-twin={twin} data-done={t("copied")} hidden>
          {t("copyPage")}
        </button>
        <a href={twin} className="site-link">
          {t("asMarkdown")}
        </a>
      </p>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from our own Markdown, with all markup escaped */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {children}
      <nav aria-label={t("neighbors")} className="mt-12 flex flex-wrap justify-between gap-4 border-line border-t pt-4">
        {previous && (
          <a href={previous.href} rel="prev" className="site-link">
            ← {previous.title}
          </a>
        )}
        {next && (
          <a href={next.href} rel="next" className="site-link ml-auto">
            {next.title} →
          </a>
        )}
      </nav>
    </article>
  );
}
