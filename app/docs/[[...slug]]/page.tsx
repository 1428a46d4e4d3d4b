import type { Metadata } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { DocArticle, DocsShell } from "@/components/site/docs/docs-shell";
import { ReadingForm } from "@/components/site/docs/reading-form";
import { listDocLinks, neighborsOf } from "@/lib/api/docs/navigation";
import { docPath, isDocSlug } from "@/lib/api/docs/pages";
import { headOf, readDocPage } from "@/lib/api/docs/read-page";
import { maxReadingCharacters, readPublicly } from "@/lib/api/docs/read-publicly";
import { renderMarkdown } from "@/lib/api/docs/render";
import { alternatesOf } from "@/lib/platform/i18n/alternates";
import { setPageStatus } from "@/lib/platform/page-status";

type Props = PageProps<"/docs/[[...slug]]">;

async function readPage({ params }: Props) {
  const slug = ((await params).slug ?? []).join("/");
  const locale = await getLocale();
  return isDocSlug(slug) ? { slug, locale, markdown: await readDocPage(slug, locale) } : null;
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const page = await readPage(props);
  if (!page) return { title: (await getTranslations("ui.notFound"))("title"), robots: { index: false } };
  const { slug, locale, markdown } = page;
  const { title, lead } = headOf(markdown);
  return { title, description: lead, alternates: alternatesOf(docPath(slug), locale) };
}

export default async function DocsPage(props: Props) {
  const page = await readPage(props);
  if (!page) return <MissingDoc />;
  const { slug, locale, markdown } = page;
  const [sections, neighbors] = await Promise.all([listDocLinks(locale), neighborsOf(slug, locale)]);
  const { html, headings } = renderMarkdown(markdown, locale);
  const path = `/${locale}${docPath(slug)}`;
  const { text, region } = slug === "text-normalization" ? await props.searchParams : {};
  return (
    <DocsShell sections={sections} current={path} headings={headings.filter(({ depth }) => depth === 2)}>
      <DocArticle html={html} twin={`${path}.md`} {...neighbors}>
        {slug === "text-normalization" && (
          <ReadingForm reading={readPublicly(text, region, locale)} limit={maxReadingCharacters} />
        )}
      </DocArticle>
    </DocsShell>
  );
}

/** Next renders what `notFound` leads to in the browser, by a script that these pages do not have. */
async function MissingDoc() {
  setPageStatus(404);
  const [t, locale] = [await getTranslations("ui.notFound"), await getLocale()];
  return (
    <DocsShell sections={await listDocLinks(locale)} current="" headings={[]}>
      <h1 className="pb-4 font-semibold text-2xl">{t("title")}</h1>
      <p className="text-muted">{t("leadInDocs")}</p>
    </DocsShell>
  );
}
