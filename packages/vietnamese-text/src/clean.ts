import { type Count, cleanCharacters, looksLegacy } from "./clean/characters";
import { cleanFormulas } from "./clean/formulas";
import { cleanHtml, cleanReferences } from "./clean/html";
import { Mapped } from "./clean/mapped";
import { cleanMarkdown } from "./clean/markdown";
import { cleanSsml, type Delivery, type SayAs } from "./clean/ssml";

export { type Delivery, type Emphasis, type SayAs, SsmlError, type SsmlProblem } from "./clean/ssml";

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
  /** Its Unicode code points; pauses of SSML do not count. */
  characters: number;
  counts: Partial<Record<CleanedKind, number>>;
  warnings: TextWarning[];
  /** Where a part of the cleaned text stands in the pasted text, in UTF-16 code units. */
  pastedRange: (start: number, end: number) => { start: number; end: number };
  /** How SSML wants parts to be read, with places in the cleaned text. */
  sayAs: readonly SayAs[];
  /** SSML elements that change nothing. */
  ignored: readonly string[];
  /** The speed of an SSML `prosody` around the whole text. */
  rate: number | null;
  /** Parts that SSML wants spoken faster, slower or with emphasis, with places in the cleaned text. */
  deliveries: readonly Delivery[];
};

export type CleanOptions = {
  /** `ssml` reads the subset of the README; otherwise its tags are cleaned away like those of HTML. */
  textType?: "text" | "ssml";
};

/** Markup in markup, such as a reference that makes a tag, is looked for this often. */
const mostPasses = 6;

/**
 * From pasted text to what a person sees: plain characters, and no markup of HTML or Markdown. Cleaning a cleaned text
 * changes nothing. Runs in linear time. Throws SsmlError for SSML that cannot be read.
 */
export function clean(pasted: string, { textType = "text" }: CleanOptions = {}): Cleaned {
  const counts: Cleaned["counts"] = {};
  const count = (kind: CleanedKind, more = 1) => {
    counts[kind] = (counts[kind] ?? 0) + more;
  };
  const ssml = textType === "ssml" ? cleanSsml(pasted) : null;
  const cleaned = ssml ? cleanCharacters(ssml.text, count) : cleanMarkup(pasted, count);
  const warnings: TextWarning[] = [];
  if (looksLegacy(pasted)) warnings.push("legacyEncoding");
  if (counts.lookAlikes) warnings.push("lookAlikes");
  const { text } = cleaned;
  return {
    text,
    characters: Array.from(text).length - (ssml?.markLength ?? 0),
    counts,
    warnings,
    pastedRange: (start, end) => cleaned.pastedRange(start, end),
    sayAs: (ssml?.sayAs ?? []).map((one) => trimmed(cleaned, one)).filter(({ start, end }) => start < end),
    ignored: ssml?.ignored ?? [],
    rate: ssml?.rate ?? null,
    deliveries: (ssml?.deliveries ?? []).map((one) => trimmed(cleaned, one)).filter(({ start, end }) => start < end),
  };
}

function cleanMarkup(pasted: string, count: (kind: CleanedKind) => void): Mapped {
  let cleaned = Mapped.of(pasted);
  let before: Mapped | null = null;
  for (let pass = 0; pass < mostPasses && cleaned !== before; pass++) {
    before = cleaned;
    cleaned = cleanReferences(cleaned, count);
    cleaned = cleanCharacters(cleaned, count);
    cleaned = cleanHtml(cleaned, count);
    cleaned = cleanFormulas(cleaned, count);
    cleaned = cleanMarkdown(cleaned, count);
  }
  // Deeper markup is no text: without its signs it is stable.
  return cleaned === before ? cleaned : cleaned.replace(/[<>&`*_~|[\]\\#=$]/g, () => "");
}

/** With places in the cleaned text, without the spaces around it. */
function trimmed<Part extends { start: number; end: number }>(cleaned: Mapped, one: Part): Part {
  const start = cleaned.placeOf(one.start);
  const content = cleaned.text.slice(start, cleaned.placeOf(one.end));
  const lead = content.length - content.trimStart().length;
  return { ...one, start: start + lead, end: start + content.trimEnd().length };
}
