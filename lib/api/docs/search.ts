import "server-only";
import MiniSearch, { type Query } from "minisearch";
import { stemmer } from "stemmer";
import { fold } from "@/lib/platform/i18n/fold";
import type { Locale } from "@/lib/platform/i18n/locale";
import { docPath, docSlugs } from "./pages";
import { headOf, plain, readDocPage } from "./read-page";
import { anchorOf } from "./render";
import { withCurlOnly } from "./requests";
import { emptyWords, sameThings } from "./search-words";

export type Found = { href: string; page: string; heading: string; excerpt: string };

type Section = { id: number; href: string; page: string; heading: string; text: string; things: string };

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);

/** English words without their endings. Vietnamese words have none. */
const stem = (locale: Locale) => (word: string) => (locale === "en" ? stemmer(fold(word)) : fold(word));

/** A text's words with a space around each, so that a phrase is found in it as whole words. */
const inSpaces = (text: string, locale: Locale) => ` ${wordsOf(text).map(stem(locale)).join(" ")} `;

const indexes: Partial<Record<Locale, Promise<MiniSearch<Section>>>> = {};

/**
 * The best twenty sections of the documentation for these words, those with most of the words first. Marks on Vietnamese
 * letters can be left out, English words can have other endings, and a thing can be called by any of its names.
 */
export async function searchDocs(words: string, locale: Locale): Promise<Found[]> {
  indexes[locale] ??= buildIndex(locale).catch((error: Error) => {
    delete indexes[locale];
    throw error;
  });
  const index = await indexes[locale];
  const queries = queriesOf(words.slice(0, 200), locale);
  const found = new Map<number, { score: number; matched: number }>();
  for (const query of queries) {
    for (const { id, score } of index.search(query)) {
      const before = found.get(id) ?? { score: 0, matched: 0 };
      found.set(id, { score: before.score + score, matched: before.matched + 1 });
    }
  }
  const first = fold(wordsOf(words).find((word) => !isEmpty(word)) ?? "");
  return [...found]
    .map(([id, { score, matched }]) => ({ id, score: score * (matched / queries.length) ** 2 }))
    .sort((one, other) => other.score - one.score)
    .slice(0, 20)
    .map(({ id }) => {
      const { href, page, heading, text } = index.getStoredFields(id) as Section;
      // The words around the first of those that were searched for.
      const at = Math.max(0, fold(text).indexOf(first) - 60);
      const cut = text.slice(at, at + 180);
      return { href, page, heading, excerpt: `${at > 0 ? "…" : ""}${cut}${at + 180 < text.length ? "…" : ""}` };
    });
}

const emptyFolded = new Set([...emptyWords].map(fold));
const isEmpty = (word: string) => emptyFolded.has(fold(word));

/** A query for each thing that the words name, longer names first, and for each of the other words. */
function queriesOf(words: string, locale: Locale): Query[] {
  const queries: Query[] = [];
  let rest = inSpaces(words, locale);
  const names = sameThings
    .flatMap((phrases, thing) => phrases.map((phrase) => ({ phrase: inSpaces(phrase, locale), thing })))
    .sort((one, other) => other.phrase.length - one.phrase.length);
  for (const { phrase, thing } of names) {
    if (!rest.includes(phrase)) continue;
    rest = rest.replace(phrase, " ");
    const named: Query = { queries: [`thing${thing}`], fields: ["things"], prefix: false, fuzzy: false };
    const boost = { heading: 1, page: 0.5, text: 0.2 };
    const mentioned: Query = { queries: [phrase.trim()], combineWith: "OR", fields: Object.keys(boost), boost };
    queries.push({ queries: [named, mentioned], combineWith: "OR" });
  }
  const others = wordsOf(rest).filter((word) => !isEmpty(word));
  return [...queries, ...(queries.length + others.length > 0 ? others : wordsOf(rest))];
}

async function buildIndex(locale: Locale): Promise<MiniSearch<Section>> {
  const index = new MiniSearch<Section>({
    fields: ["heading", "page", "text", "things"],
    storeFields: ["href", "page", "heading", "text"],
    tokenize: wordsOf,
    processTerm: stem(locale),
    searchOptions: {
      // The words of a query are stemmed already.
      processTerm: (term) => term,
      prefix: (term) => term.length > 3,
      fuzzy: (term) => (term.length > 5 ? 0.15 : false),
      boost: { heading: 4, page: 2, things: 30 },
      // A guide answers a question better than the reference does, or a list of last month's changes.
      boostDocument: (_id, _term, { href } = {}) =>
        /\/changelog|\/data-types/.test(String(href))
          ? 0.3
          : /\/reference|\/errors|\/works-with#/.test(String(href))
            ? 0.4
            : 1,
    },
  });
  const pages = await Promise.all(
    docSlugs.map(async (slug) => ({ path: `/${locale}${docPath(slug)}`, markdown: await readDocPage(slug, locale) })),
  );
  /** A heading that is nothing but a name of a thing counts several times. */
  const thingsOf = (heading: string) => {
    const words = inSpaces(heading, locale);
    return sameThings.flatMap((phrases, thing) => {
      const found = phrases.map((phrase) => inSpaces(phrase, locale)).filter((phrase) => words.includes(phrase));
      return found.length === 0 ? [] : Array(found.includes(words) ? 4 : 1).fill(`thing${thing}`);
    });
  };
  index.addAll(
    pages
      .flatMap(({ path, markdown }) => sectionsOf(path, withCurlOnly(markdown)))
      .map(({ href, page, heading, text }, id) => {
        return { id, href, page, heading, text, things: thingsOf(heading).join(" ") };
      }),
  );
  return index;
}

function sectionsOf(path: string, markdown: string): Omit<Section, "id" | "things">[] {
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
