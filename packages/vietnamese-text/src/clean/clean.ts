import { type Count, cleanCharacters, looksLegacy } from "./characters";
import { cleanHtml, cleanReferences } from "./html";
import { Mapped } from "./mapped";
import { cleanMarkdown } from "./markdown";

/** What was cleaned away or replaced. */
export type CleanedKind =
  | Parameters<Count>[0]
  | "htmlTags"
  | "comments"
  | "references"
  | "markdownMarks"
  | "links"
  | "images";

/** `legacyEncoding`: the text looks like TCVN3, VNI or double encoding; `lookAlikes`: Cyrillic or Greek letters inside words. */
export type TextWarning = "legacyEncoding" | "lookAlikes";

export type Cleaned = {
  /** What a person sees of the pasted text. */
  text: string;
  counts: Partial<Record<CleanedKind, number>>;
  warnings: TextWarning[];
  /** Where a part of the cleaned text stands in the pasted text, in UTF-16 code units. */
  pastedRange: (start: number, end: number) => { start: number; end: number };
};

/** Markup in markup, such as a reference that makes a tag, is looked for this often. */
const mostPasses = 6;

/**
 * From pasted text to what a person sees: plain characters, and no markup of HTML or Markdown. Cleaning a cleaned text
 * changes nothing. Runs in linear time.
 */
export function clean(pasted: string): Cleaned {
  const counts: Cleaned["counts"] = {};
  const count = (kind: CleanedKind, more = 1) => {
    counts[kind] = (counts[kind] ?? 0) + more;
  };
  let cleaned = Mapped.of(pasted);
  let before: Mapped | null = null;
  for (let pass = 0; pass < mostPasses && cleaned !== before; pass++) {
    before = cleaned;
    cleaned = cleanReferences(cleaned, count);
    cleaned = cleanCharacters(cleaned, count);
    cleaned = cleanHtml(cleaned, count);
    cleaned = cleanMarkdown(cleaned, count);
  }
  if (cleaned !== before) cleaned = cleaned.replace(/[<>&`*_~|[\]\\#=]/g, () => "");
  const warnings: TextWarning[] = [];
  if (looksLegacy(pasted)) warnings.push("legacyEncoding");
  if (counts.lookAlikes) warnings.push("lookAlikes");
  const { text } = cleaned;
  return { text, counts, warnings, pastedRange: (start, end) => cleaned.pastedRange(start, end) };
}
