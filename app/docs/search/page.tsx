import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DocsShell, SearchResults } from "@/components/site/docs/docs-shell";
import { listDocLinks } from "@/lib/api/docs/navigation";
import { searchDocs } from "@/lib/api/docs/search";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs.site"))("search"), robots: { index: false } };
}

export default async function SearchPage({ searchParams }: PageProps<"/docs/search">) {
  const { q } = await searchParams;
  const [t, locale] = [await getTranslations("docs.site"), await getLocale()];
  const words = typeof q === "string" ? q.trim() : "";
  const [sections, found] = await Promise.all([listDocLinks(locale), words ? searchDocs(words, locale) : []]);
  return (
    <DocsShell sections={sections} current="" headings={[]}>
      <h1 className="pb-4 font-semibold text-2xl">{words ? t("resultsFor", { words }) : t("search")}</h1>
      <SearchResults found={found} />
    </DocsShell>
  );
}
