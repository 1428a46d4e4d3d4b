import "server-only";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isOperationGroup, operationGroups } from "@/lib/api/openapi/operations";
import type { Locale } from "@/lib/platform/i18n/locale";
import { blocks } from "./blocks";
import type { DocSlug } from "./pages";
import { writeDataTypes, writeErrors, writeEvents, writeGroup, writeReference } from "./reference";

/** A page as Markdown: a guide of `messages/docs` with its blocks filled in, or one generated from the declarations. */
export async function readDocPage(slug: DocSlug, locale: Locale): Promise<string> {
  return writePage(slug, locale) ?? fill(readGuide(slug, locale), locale);
}

/** The title of a page, for which no block of a guide is filled in. */
export async function readTitle(slug: DocSlug, locale: Locale): Promise<string> {
  return headOf((await writePage(slug, locale)) ?? readGuide(slug, locale)).title;
}

function writePage(slug: DocSlug, locale: Locale) {
  const group = slug.replace(/^reference\//, "");
  if (slug === "reference") return writeReference(locale, operationGroups);
  if (slug === "reference/data-types") return writeDataTypes(locale);
  if (isOperationGroup(group) && slug !== group) return writeGroup(locale, group);
  if (slug === "errors") return writeErrors(locale);
  if (slug === "webhooks/events") return writeEvents(locale);
}

export const readGuide = (slug: string, locale: Locale): string =>
  readFileSync(join(process.cwd(), "messages/docs", locale, `${slug || "quickstart"}.md`), "utf8");

async function fill(text: string, locale: Locale): Promise<string> {
  const parts = await Promise.all(
    text.split(/\{\{(.+?)\}\}/).map((part, index) => {
      if (index % 2 === 0) return part;
      const [name = "", argument = ""] = part.split(" ");
      const block = blocks[name];
      if (!block) throw new Error(`There is no block ${part}.`);
      return block(locale, argument);
    }),
  );
  return parts.join("");
}

/** The page's title and the sentence below it. */
export function headOf(markdown: string): { title: string; lead: string } {
  const [title = "", lead = ""] = markdown.split(/\n\s*\n/, 2);
  return { title: title.replace(/^# /, "").trim(), lead: plain(lead) };
}

/** Markdown without its marks, for descriptions and the search. */
export const plain = (markdown: string): string =>
  markdown
    .replace(/^```.*$/gm, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\{#[\w.-]+\}|[`*|]|^[#-]+ /gm, "")
    .replace(/\s+/g, " ")
    .trim();
