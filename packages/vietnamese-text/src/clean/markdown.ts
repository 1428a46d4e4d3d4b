import type { Edit, Mapped } from "./mapped";

export type CountMarkdown = (kind: "markdownMarks" | "links" | "images") => void;

/** An address in brackets: (https://vang.vn "Vang"), (#muc-luc), (anh.png); no other words in brackets. */
const target =
  "\\(\\s*<?(?:[^\\s()<>]*[./#:][^\\s()<>]*(?:\\([^\\s()<>]*\\)[^\\s()<>]*)*)?>?(?:\\s+[\"'“][^\"'”\\n]*[\"'”])?\\s*\\)";
const image = new RegExp(`!\\[(?<label>[^\\[\\]\\n]*)\\]${target}`, "dg");
const link = new RegExp(`(?<!!)\\[(?<label>\\[?[^\\[\\]\\n]*\\]?)\\]${target}`, "dg");
const definition =
  /^ {0,3}\[(?<name>[^\]\n^][^\]\n]*)\]:[ \t]+<?(?:(?:https?:\/\/|\/|www\.|mailto:|#)\S*|[\w/.-]+\.(?:png|jpe?g|gif|svg|webp|md|html?|pdf))>?(?:[ \t]+["'(][^\n]*)?$\n?/gim;
const referenceLink = /!?\[(?<label>[^[\]\n]+)\](?: ?\[(?<name>[^[\]\n]*)\])?/dg;
const footnote = /^ {0,3}\[\^[^\]\s]{1,40}\]:[ \t]*|\[\^[^\]\s]{1,40}\]/gm;
const autolink = /<(?<label>(?:https?:\/\/|mailto:)[^\s<>]+|[\w.+-]+@[\w-]+\.[\w.-]+)>/dg;

const fence = /^ {0,3}(?:`{3,}|~{3,})[ \t]*[\w+#.-]*[ \t]*(?:\{[^}\n]*\})?$\n?/gm;
const line = /^ {0,3}(?:={2,}[ \t]*|(?:[*_-][ \t]*){3,}|--[ \t]*)$/gm;
const heading = /^ {0,3}#{1,6}[ \t]+(?=[^\s#])/gm;
const quote = /^ {0,3}(?:>[ \t]?)*>[ \t]*(?=[^\s\d]|$)/gm;
const task = /(?<=^[ \t]{0,20}(?:[-*+]|\d{1,3}[.)])[ \t])\[[ xX]\][ \t]+/gm;
const code = /(?<!`)(?<marks>`{1,3})(?!`)(?<label>[^`\n]+)\k<marks>(?!`)/dg;
const escaped = /\\(?<label>[!"#$%&'()*+,./:;<=>?@[\\\]^_`{|}~-])/dg;
const hardBreak = /(?<=\S)\\$/gm;

const emphasis = [
  // A code to dial such as *101*# has no letters; 2*3*4 and footnote stars behind a word are no marks either.
  /(?<![\\*\p{L}\p{N}])\*(?![\s*])(?=[^*\n]*\p{L})(?<label>[^*\n]*[^\s*\n])\*(?![*#\p{L}\p{N}])/dgu,
  /(?<![\\*\p{N}])(?<marks>\*{2,3})(?![\s*])(?<label>[^*\n]*[^\s*\n])\k<marks>(?!\*)/dgu,
  /(?<![\\_\p{L}\p{N}])(?<marks>_{1,3})(?![\s_])(?<label>[^_\n]*[^\s_\n])\k<marks>(?![_\p{L}\p{N}])/dgu,
  /(?<!~)~~(?![\s~])(?<label>[^~\n]*[^\s~\n])~~(?!~)/dg,
  /(?<![=\p{L}\p{N}])==(?![\s=])(?<label>[^=\n]*[^\s=\n])==(?![=\p{L}\p{N}])/dgu,
];

/** Text without the marks of Markdown: the labels of links and images, the cells of tables row by row. */
export function cleanMarkdown(pasted: Mapped, count: CountMarkdown): Mapped {
  if (!/[[\]`*_~#>|=\\]|--/.test(pasted.text)) return pasted;
  let text = pasted;
  const has = (mark: string) => text.text.includes(mark);
  const drop = (pattern: RegExp) => {
    text = text.replace(pattern, () => {
      count("markdownMarks");
      return "";
    });
  };
  const unwrap = (pattern: RegExp, kind: Parameters<CountMarkdown>[0] = "markdownMarks") => {
    text = text.unwrap(pattern, () => {
      count(kind);
      return true;
    });
  };
  if (has("```") || has("~~~")) drop(fence);
  if (has("|")) text = cleanTables(text, count);
  drop(line);
  if (has("#")) text = cleanHeadings(text, count);
  if (has(">")) drop(quote);
  if (has("](")) {
    unwrap(image, "images");
    unwrap(link, "links");
  }
  if (has("[")) {
    drop(task);
    drop(footnote);
    text = cleanReferenceLinks(text, count);
  }
  if (has("<")) unwrap(autolink, "links");
  if (has("`")) unwrap(code);
  if (/[*_]|~~|==/.test(text.text)) for (const pattern of emphasis) unwrap(pattern);
  if (has("\\")) {
    drop(hardBreak);
    unwrap(escaped);
  }
  return text;
}

/** ## Cách làm ##: a heading is a line of its own. */
function cleanHeadings(text: Mapped, count: CountMarkdown): Mapped {
  const edits: Edit[] = [];
  for (const { 0: marks, index } of text.text.matchAll(heading)) {
    count("markdownMarks");
    edits.push({ start: index, end: index + marks.length, to: "" });
    const lineEnd = text.text.indexOf("\n", index);
    const end = lineEnd < 0 ? text.text.length : lineEnd;
    let last = end;
    while (/[# \t]/.test(text.text[last - 1] ?? "")) last--;
    if (/^[ \t]+#/.test(text.text.slice(last, end)) && last > index + marks.length)
      edits.push({ start: last, end, to: "" });
  }
  return text.edit(edits);
}

/** [Vang][1] where a line such as `[1]: https://vang.vn` defines the address. */
function cleanReferenceLinks(pasted: Mapped, count: CountMarkdown): Mapped {
  const names = new Set<string>();
  const text = pasted.replace(definition, ({ groups }) => {
    names.add((groups?.name ?? "").toLowerCase());
    return "";
  });
  if (names.size === 0) return text;
  return text.unwrap(referenceLink, ({ groups }) => {
    const isDefined = names.has((groups?.name || groups?.label || "").toLowerCase());
    if (isDefined) count("links");
    return isDefined;
  });
}

const separatorRow =
  /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)+\|?[ \t]*$|^[ \t]*\|[ \t]*:?-+:?[ \t]*\|[ \t]*$/;
const framedRow = /^[ \t]*\|.*\|[ \t]*$/;

/** Tables row by row, with a comma between cells: the rows beside a line such as |---|---|, and rows in a frame of bars. */
function cleanTables(text: Mapped, count: CountMarkdown): Mapped {
  const lines = text.text.split("\n");
  const edits: Edit[] = [];
  let isInTable = false;
  let at = 0;
  for (const [index, row] of lines.entries()) {
    const next = lines[index + 1];
    if (separatorRow.test(row)) {
      count("markdownMarks");
      edits.push({ start: at, end: at + row.length + (next === undefined ? 0 : 1), to: "" });
      isInTable = true;
    } else if (
      row.includes("|") &&
      (isInTable || framedRow.test(row) || (next?.includes("|") && separatorRow.test(next)))
    ) {
      count("markdownMarks");
      const bars = [...row.matchAll(/[ \t]*(?<!\\)\|[ \t]*/g)];
      for (const [position, { 0: bar, index: start }] of bars.entries()) {
        const isFrame = start === 0 || (position === bars.length - 1 && start + bar.length === row.length);
        const isEmptyCell =
          position > 0 && (bars[position - 1]?.index ?? 0) + (bars[position - 1]?.[0].length ?? 0) === start;
        edits.push({ start: at + start, end: at + start + bar.length, to: isFrame || isEmptyCell ? "" : ", " });
      }
    } else isInTable = false;
    at += row.length + 1;
  }
  return text.edit(edits);
}
