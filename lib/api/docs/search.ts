import "server-only";
import MiniSearch from "minisearch";
import { fold } from "@/lib/platform/i18n/fold";
import type { Locale } from "@/lib/platform/i18n/locale";
import { docPath, docSlugs } from "./pages";
import { headOf, plain, readDocPage } from "./read-page";
import { anchorOf } from "./render";
import { withCurlOnly } from "./requests";

export type Found = { href: string; page: string; heading: string; excerpt: string };

type Section = { id: number; href: string; page: string; heading: string; text: string };

const indexes: Partial<Record<Locale, Promise<MiniSearch<Section>>>> = {};

/** The best twenty sections of the documentation for these words. Marks on Vietnamese letters can be left out. */
export async function searchDocs(words: string, locale: Locale): Promise<Found[]> {
  indexes[locale] ??= buildIndex(locale).catch((error: Error) => {
    delete indexes[locale];
    throw error;
  });
  const index = await indexes[locale];
  const found = index.search(words.slice(0, 200), {
    combineWith: "AND",
    prefix: true,
    fuzzy: 0.15,
    boost: { heading: 4, page: 2 },
  });
  const [first = ""] = fold(words).split(/\s+/);
  return found.slice(0, 20).map(({ href, page, heading, text }) => {
    // The words around the first of those that were searched for.
    const at = Math.max(0, fold(text).indexOf(first) - 60);
    const cut = text.slice(at, at + 180);
    return { href, page, heading, excerpt: `${at > 0 ? "…" : ""}${cut}${at + 180 < text.length ? "…" : ""}` };
  });
}

async function buildIndex(locale: Locale): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({
    fields: ["heading", "page", "text"],
    storeFields: ["href", "page", "heading", "text"],
    processTerm: (term) => fold(term),
  });
  const pages = await Promise.all(
    docSlugs.map(async (slug) => ({ path: `/${locale}${docPath(slug)}`, markdown: await readDocPage(slug, locale) })),
  );
  index.addAll(
    pages.flatMap(({ path, markdown }) => sectionsOf(path, withCurlOnly(markdown))).map((one, id) => ({ ...one, id })),
  );
  return index;
}

function sectionsOf(path: string, markdown: string): Omit<Section, "id">[] {
  const { title } = headOf(markdown);
  return markdown
    .replace(/^```try.*\n```$/gm, "")
    .split(/^(?=#{2,4} )/m)
    .map((part, index) => {
      const [head = "", ...rest] = part.split("\n");
      const isTop = index === 0;
      return {
        href: isTop ? path : `${path}#${anchorOf(head.replace(/^#+ /, ""))}`,
        page: title,
        heading: isTop ? title : plain(head),
        // Names of operations are anchors only.
        text: `${plain(rest.join("\n"))} ${isTop ? "" : anchorOf(head)}`,
      };
    });
}
