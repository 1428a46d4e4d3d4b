import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";

type DocLink = {
  href: string;
  title: string;
  entries?: readonly { href: string; title: string; method?: string }[];
};

type DocsShellProps = {
  sections: readonly { title: string; pages: readonly DocLink[] }[];
  current: string;
  headings: readonly { id: string; text: string }[];
  children: ReactNode;
};

/** Side navigation, the page, and its own contents. On a phone both lists are folded above it. */
export function DocsShell({ sections, current, headings, children }: DocsShellProps) {
  const t = useTranslations("docs.site");
  const list = <Pages sections={sections} current={current} />;
  return (
    <div className="docs-grid">
      <div className="docs-side">
        <SearchForm />
        <nav aria-label={t("pages")} className="max-lg:hidden">
          {list}
        </nav>
        <details className="lg:hidden">
          <summary className="py-2 font-medium">{t("pages")}</summary>
          <nav aria-label={t("pages")}>{list}</nav>
        </details>
      </div>
      <main id="content" className="min-w-0 py-8">
        {children}
      </main>
      {headings.length > 1 && (
        <nav aria-label={t("onThisPage")} className="docs-contents">
          <p className="pb-2 font-medium">{t("onThisPage")}</p>
          <ul className="grid gap-1.5">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} className="site-link wrap-anywhere text-muted">
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </div>
  );
}

/** Works as a form; `/site.js` shows the results while one types. */
function SearchForm({ words = "" }: { words?: string }) {
  const t = useTranslations("docs.site");
  return (
    <search>
      <form action={`/${useLocale()}/docs/search`} className="search-form">
        <input
          type="search"
          name="q"
          aria-label={t("search")}
          placeholder={t("searchHint")}
          defaultValue={words}
          maxLength={200}
          autoComplete="off"
        />
        <div className="search-results" hidden />
      </form>
    </search>
  );
}

function Pages({ sections, current }: Pick<DocsShellProps, "sections" | "current">) {
  return sections.map(({ title, pages }) => (
    <div key={title} className="pb-5">
      <p className="pb-1.5 font-medium">{title}</p>
      <ul className="grid">
        {pages.map(({ href, title: page, entries = [] }) => (
          <li key={href}>
            <a href={href} aria-current={href === current ? "page" : undefined} className="docs-page-link">
              {page}
            </a>
            {href === current && entries.length > 0 && (
              <ul className="grid pb-1">
                {entries.map((entry) => (
                  <li key={entry.href}>
                    <a href={entry.href} className="docs-page-link docs-entry-link">
                      {entry.method && <span className="method">{entry.method}</span>}
                      {entry.title}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  ));
}

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

type Found = { href: string; page: string; heading: string; excerpt: string };

/** `/site.js` shows this list below the search field too. */
export function SearchResults({ found }: { found: readonly Found[] }) {
  const t = useTranslations("docs.site");
  if (found.length === 0) return <p className="results text-muted">{t("nothingFound")}</p>;
  return (
    <ol className="results">
      {found.map(({ href, page, heading, excerpt }) => (
        <li key={href}>
          <a href={href}>
            <span className="font-medium">{heading}</span>
            {heading !== page && <span className="text-muted"> · {page}</span>}
            <span className="block truncate text-muted text-sm">{excerpt}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}
