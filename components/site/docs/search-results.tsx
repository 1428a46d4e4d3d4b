import { useTranslations } from "next-intl";

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
