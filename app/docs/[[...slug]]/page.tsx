import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getLocale } from "next-intl/server";
import { DocArticle } from "@/components/docs/doc-article";
import { DocsShell } from "@/components/docs/docs-shell";
import { ReadingForm } from "@/components/docs/reading-form";
import { listDocLinks, neighborsOf } from "@/lib/api/docs/navigation";
import { docPath, isDocSlug } from "@/lib/api/docs/pages";
import { headOf, readDocPage } from "@/lib/api/docs/read-page";
import { maxReadingCharacters, readPublicly } from "@/lib/api/docs/read-publicly";
import { renderMarkdown } from "@/lib/api/docs/render";
import { alternatesOf } from "@/lib/i18n/alternates";

type Props = PageProps<"/docs/[[...slug]]">;

async function readPage({ params }: Props) {
  const slug = ((await params).slug ?? []).join("/");
  if (!isDocSlug(slug)) notFound();
  const locale = await getLocale();
  return { slug, locale, markdown: await readDocPage(slug, locale) };
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { slug, locale, markdown } = await readPage(props);
  const { title, lead } = headOf(markdown);
  return { title, description: lead, alternates: alternatesOf(docPath(slug), locale) };
}

export default async function DocsPage(props: Props) {
  const { slug, locale, markdown } = await readPage(props);
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
