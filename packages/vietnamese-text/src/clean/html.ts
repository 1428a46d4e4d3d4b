import { decodeHTMLStrict } from "entities/decode";
import type { Edit, Mapped } from "./mapped";

export type CountMarkup = (kind: "htmlTags" | "comments" | "references" | "images" | "links") => void;

const inline =
  "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span strike strong sub sup time tt u var wbr blink image img picture source input button textarea area map track embed param meter progress slot portal select base link meta basefont frame speak voice prosody emphasis say-as phoneme lang w audio";
const blocks =
  "address article aside blockquote body br caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main menu menuitem nav noframes noscript ol optgroup option p pre search section summary table tbody tfoot thead title tr ul video p s-break marquee";
const hiddenElements = "script style template svg math iframe object applet canvas noembed";

const inlines = new Set(inline.split(" "));
const lineEnds = new Set(blocks.split(" "));
const cellEnds = new Set(["td", "th"]);
const withContent = new Set(hiddenElements.split(" "));
/** SSML in plain text is cleaned like HTML; a pause of its own is worth a comma. */
const pauses = new Set(["break"]);

const booleans =
  "disabled|checked|selected|hidden|readonly|required|multiple|autofocus|autoplay|controls|loop|muted|default|open|reversed|async|defer|novalidate|nowrap|noshade|itemscope|allowfullscreen|playsinline|inert|download|contenteditable|data-[\\w-]+";
const value = "\"[^\"]*\"|'[^']*'|[^\\s\"'<>=`]+";
const attributes = `(?:\\s+(?:[A-Za-z_:@][-\\w:.@]*\\s*=\\s*(?:${value})|(?:${booleans})(?![-\\w:.=])))*`;
const tag = new RegExp(
  `<(?<slash>/?)(?<name>[A-Za-z][A-Za-z0-9]*(?:[-:][A-Za-z0-9]+)?)(?<attributes>${attributes})\\s*/?>`,
  "y",
);
const declaration = /<(?:![A-Za-z][^<>]*|\?[A-Za-z][^<>]*\??)>/y;

/** `&amp;lt;` of a text that was encoded twice is read like `&lt;`. */
const references =
  /&(?:(?:amp|AMP|#0*38|#[xX]0*26);)*(?<name>#\d{1,7}|#[xX][\dA-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|&(?:nbsp|NBSP)(?![\p{L}\p{N};=])/gu;

/** Named and numeric references as the characters they stand for. */
export const cleanReferences = (pasted: Mapped, count: CountMarkup): Mapped =>
  pasted.text.includes("&")
    ? pasted.replace(references, ({ 0: written, groups }) => {
        const name = groups?.name;
        const character = name === undefined ? " " : decodeHTMLStrict(`&${name};`);
        // An unknown name, and a character that no text may have.
        if (character === `&${name};`) return null;
        if (/^(?![\n\r\t\v\f\u0085])\p{Cc}|^[\uFFFD\uD800-\uDFFF]/u.test(character)) return "";
        if (character !== written) count("references");
        return character;
      })
    : pasted;

const raised: Record<string, string> = Object.fromEntries(
  Array.from("0123456789+-−n", (plain, at) => [plain, "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻ⁿ"[at] ?? ""]),
);

/** 10<sup>23</sup> is 10²³, not 1023. */
const raise = (pasted: Mapped): Mapped =>
  pasted.replace(/<sup>[ ]?([-+−]?(?:\d{1,4}|n))[ ]?<\/sup>/gi, ({ 1: exponent = "" }) =>
    Array.from(exponent, (character) => raised[character] ?? "").join(""),
  );

/** Text without the tags of known elements, comments, and what elements such as `script` hide. */
export function cleanHtml(pasted: Mapped, count: CountMarkup): Mapped {
  if (!/<[A-Za-z/!?]/.test(pasted.text)) return pasted;
  const source = raise(pasted);
  const { text } = source;
  const edits: Edit[] = [];
  const lower = text.toLowerCase();
  const lastEnds = new Map<string, number>();
  /** The next end of a hidden part. Its last one is looked for once, so that many beginnings without an end cost little. */
  const endOf = (mark: string, from: number): number => {
    const last = lastEnds.get(mark) ?? lower.lastIndexOf(mark);
    lastEnds.set(mark, last);
    return last >= from ? lower.indexOf(mark, from) : -1;
  };
  const add = (start: number, end: number, to: string): number => {
    edits.push({ start, end, to });
    return end;
  };
  let hasBlocks = false;
  for (let at = text.indexOf("<"); at >= 0; at = text.indexOf("<", at)) {
    const commentEnd = text.startsWith("<!--", at) ? endOf("-->", at + 4) : -1;
    if (commentEnd >= 0) {
      count("comments");
      at = add(at, commentEnd + 3, "");
      continue;
    }
    const dataEnd = text.startsWith("<![CDATA[", at) ? endOf("]]>", at + 9) : -1;
    if (dataEnd >= 0) {
      add(at, at + 9, "");
      at = add(dataEnd, dataEnd + 3, "");
      continue;
    }
    declaration.lastIndex = at;
    const declared = declaration.exec(text)?.[0];
    if (declared) {
      count("htmlTags");
      at = add(at, at + declared.length, "");
      continue;
    }
    tag.lastIndex = at;
    const found = tag.exec(text);
    const name = found?.groups?.name?.toLowerCase() ?? "";
    const isEnd = found?.groups?.slash === "/";
    const to = found ? replacementOf(name, found.groups?.attributes ?? "", isEnd, count) : null;
    if (!found || to === null) {
      at++;
      continue;
    }
    count("htmlTags");
    hasBlocks ||= lineEnds.has(name) && name !== "br";
    const end = at + found[0].length;
    const close = withContent.has(name) && !isEnd && !found[0].endsWith("/>") ? endOf(`</${name}`, end) : -1;
    at = add(at, Math.max(end, close), to);
  }
  if (edits.length === 0) return source;
  // In a page of blocks a line of the source is no line of the text.
  const isPage = hasBlocks && text.trimStart().startsWith("<") && text.trimEnd().endsWith(">");
  return withTidyLines(source.edit(isPage ? withSpacesForLines(text, edits) : edits));
}

/** What stands for a tag; null if it is none of a known element. */
function replacementOf(name: string, attributes: string, isEnd: boolean, count: CountMarkup): string | null {
  if (lineEnds.has(name)) return "\n";
  if (cellEnds.has(name)) return isEnd ? ", " : "";
  if (pauses.has(name)) return ", ";
  if (withContent.has(name)) return "";
  if (name === "a" && !isEnd) count("links");
  if (name === "img" || name === "image") {
    count("images");
    const alt = /\salt\s*=\s*(?:"([^"]*)"|'([^']*)')/i.exec(attributes);
    return ` ${(alt?.[1] ?? alt?.[2] ?? "").replace(/[<>&]/g, " ").trim()} `;
  }
  // Word writes tags such as <o:p> and <w:sdt>.
  return inlines.has(name) || /^(?:o|w|v|m|st1|x|g|svg|xml|fb|amp|mml):/.test(name) ? "" : null;
}

/** In a whole page a line of the source is no line of the text. */
function withSpacesForLines(text: string, edits: readonly Edit[]): Edit[] {
  const all: Edit[] = [];
  let from = 0;
  const keep = (until: number) => {
    for (let at = text.indexOf("\n", from); at >= 0 && at < until; at = text.indexOf("\n", at + 1))
      all.push({ start: at, end: at + 1, to: " " });
  };
  for (const edit of edits) {
    keep(edit.start);
    all.push(edit);
    from = edit.end;
  }
  keep(text.length);
  return all;
}

/** Without the spaces around lines, the commas of empty cells and the empty lines that tags left. */
const withTidyLines = (text: Mapped): Mapped =>
  text
    .replace(/(?<=^|\n)(?:[ ,]*,)?[ ]+|(?:[ ]*,)?[ ]+(?=\n|$)| {2,}/g, ({ 0: all, index, input }) => {
      const next = input[index + all.length];
      const isAtEdge = index === 0 || input[index - 1] === "\n" || next === undefined || next === "\n";
      return isAtEdge ? "" : " ";
    })
    .replace(/\n{3,}|^\n+|\n+$/g, ({ 0: all, index, input }) =>
      index === 0 || index + all.length === input.length ? "" : "\n\n",
    );
