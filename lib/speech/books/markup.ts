/** A tag of XML or XHTML, or the text between two tags, with its entities replaced. */
export type Markup =
  | { tag: string; attributes: Record<string, string>; isEnd: boolean; isEmpty: boolean }
  | { text: string };

/** The names of single characters. A soft hyphen and others that are not named here are left out. */
const names = new Map(
  "amp& lt< gt> quot\" apos' nbsp\u00a0 hellip… ndash– mdash— lsquo‘ rsquo’ ldquo“ rdquo” laquo« raquo» copy© deg° times×"
    .split(" ")
    .map((one) => [one.slice(0, -1), one.slice(-1)] as const),
);

/** An entity that a document declares itself is left out too. */
const withoutEntities = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,31}));/gi, (_, hex, decimal, name) => {
    if (name !== undefined) return names.get(name) ?? "";
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : "";
  });

const attribute = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/**
 * The tags and texts of a document in linear time. Names are in lower case and without their namespace. Comments, processing
 * instructions and the document type, with the entities that it declares, are left out; nothing outside is ever read.
 */
export function* readMarkup(document: string): Generator<Markup> {
  let at = 0;
  const behind = (end: string, from: number) => {
    const found = document.indexOf(end, from);
    return found < 0 ? document.length : found + end.length;
  };
  while (at < document.length) {
    const start = document.indexOf("<", at);
    if (start !== at) {
      const text = withoutEntities(document.slice(at, start < 0 ? document.length : start));
      if (text !== "") yield { text };
    }
    if (start < 0) return;
    if (document.startsWith("<!--", start)) at = behind("-->", start + 4);
    else if (document.startsWith("<![CDATA[", start)) {
      at = behind("]]>", start + 9);
      yield { text: document.slice(start + 9, Math.max(start + 9, at - 3)) };
    } else if (document.startsWith("<?", start)) at = behind("?>", start + 2);
    else if (document.startsWith("<!", start)) at = behindType(document, start);
    else {
      at = behind(">", start + 1);
      const inside = document.slice(start + 1, at - 1);
      const [, end = "", name = ""] = /^(\/?)\s*(?:[\w.-]+:)?([\w.-]+)/.exec(inside) ?? [];
      if (name === "") continue;
      const attributes: Record<string, string> = {};
      for (const [, key = "", one, other] of inside.matchAll(attribute))
        attributes[key.toLowerCase()] = withoutEntities(one ?? other ?? "");
      yield { tag: name.toLowerCase(), attributes, isEnd: end !== "", isEmpty: inside.endsWith("/") };
    }
  }
}

/** Behind a document type, whose own declarations are between brackets. */
function behindType(document: string, start: number): number {
  const end = document.indexOf(">", start);
  const inner = document.slice(start, end < 0 ? document.length : end).indexOf("[") + start;
  if (inner > start) {
    const closed = document.indexOf("]", inner);
    const behind = closed < 0 ? -1 : document.indexOf(">", closed);
    return behind < 0 ? document.length : behind + 1;
  }
  return end < 0 ? document.length : end + 1;
}
