import { webWords } from "../data";
import { spell } from "../letters";
import { cardinal, sayDigits } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import { type Rule, rule, sticky } from "../rule";

const marks: Record<string, string> = {
  "@": "a còng",
  ".": "chấm",
  "/": "gạch chéo",
  "-": "gạch ngang",
  _: "gạch dưới",
  ":": "hai chấm",
  "?": "hỏi chấm",
  "=": "bằng",
  "&": "và",
  "#": "thăng",
  "%": "phần trăm",
  "+": "cộng",
  "~": "ngã",
};

const part = "[A-Za-z\\d_-]{1,63}";
const domains = "vn|com|net|org|edu|gov|info|io|ai|app|dev|me|tv|shop|xyz|asia|biz|site|online|store|us|uk|jp|kr|sg";

const pattern = rule({
  name: "address",
  begins: ["digit", "letter"],
  pattern: sticky(
    `(?:[Hh][Tt][Tt][Pp][Ss]?://)?(?<address>(?:${part}(?:[.+]${part}){0,4}@)?${part}(?:\\.${part}){0,3}\\.(?:${domains}|${domains.toUpperCase()}|(?<=(?:[Hh][Tt][Tt][Pp][Ss]?://|[Ww]{3}\\.)[A-Za-z\\d._-]{1,80}\\.)[a-z]{2,12})(?![\\p{L}\\d])(?::\\d{2,5}(?=/))?(?:/[\\p{L}\\d_.~%&=?#/+-]{0,200}[\\p{L}\\d/]|/)?)`,
  ),
  verbalize: ({ address = "" }, options) =>
    (
      readable(address)
        .replace(/\/$/, "")
        .match(/\d+|[\p{L}\p{M}]+|./gu) ?? []
    )
      .map((piece) => sayPiece(piece, options))
      .filter(Boolean)
      .join(" "),
});

const tracking =
  /^(?:utm_\w+|fbclid|gclid|gad_source|igshid?|si|ref|ref_src|mibextid|spm|_ga|mc_[ce]id|zarsrc|tracking\w*)$/i;
/** A longer query is for machines. */
const longestQuery = 24;

/** A part that names a thing to machines: dQw4w9WgXcQ, 5f3a9c01be. */
const unreadable =
  /\/(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?![a-z]+-?\d{1,4}(?=\/|$|[?#]))(?!(?:[A-Za-z]+-)+\d*(?=\/|$|[?#.]))[\w-]{9,}(?=\/|$|[?#])/g;

const readable = (address: string): string => withoutTracking(address).replace(unreadable, "");

/** What follows a click or names a session is not read: `?utm_source=…`, `?fbclid=…`, and queries that a listener cannot follow. */
function withoutTracking(address: string): string {
  const at = address.indexOf("?");
  if (at < 0) return address;
  const [query = "", fragment = ""] = address.slice(at + 1).split("#");
  const kept = query.split("&").filter((pair) => !tracking.test(pair.split("=")[0] ?? ""));
  const shown = kept.join("&");
  const isReadable = kept.length === 1 && shown.length <= longestQuery && !/[\dA-Fa-f]{12}|%[\dA-Fa-f]{2}/.test(shown);
  return `${address.slice(0, at)}${isReadable ? `?${shown}` : ""}${fragment && fragment.length <= longestQuery ? `#${fragment}` : ""}`;
}

/** How far to look for the dot of an address. */
const longestLead = 330;

/** From an offset to the next dot or at sign before a letter or digit, or to the end of what has no spaces. */
function nextMark(text: string, at: number): { until: number; mark: number } {
  for (let end = at; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code <= 32 || code === 44 || code === 160) return { until: end, mark: -1 };
    if ((code === 46 || code === 64) && text.charCodeAt(end + 1) > 47) return { until: end, mark: end };
  }
  return { until: text.length, mark: -1 };
}

/** By the options, which are made again for each reading of a text, so that no text is kept. */
const prepared = new WeakMap<ReadingOptions, { text: string; from: number; until: number; mark: number }>();

/** Web and email addresses. */
export const addressRule: Rule = {
  ...pattern,
  match(text, at, options) {
    let run = prepared.get(options);
    if (run?.text !== text || at < run.from || at >= run.until) {
      run = { text, from: at, ...nextMark(text, at) };
      prepared.set(options, run);
    }
    return run.mark >= 0 && run.mark - at < longestLead ? pattern.match(text, at, options) : null;
  },
};

/** #VangMoi: the words of a hashtag, one by one. */
export const hashtagRule = rule({
  name: "hashtag",
  begins: "mark",
  pattern: sticky("#(?<tag>[\\p{L}_][\\p{L}\\p{M}\\d_]{0,60})"),
  verbalize: ({ tag = "" }, options) =>
    `thăng ${(tag.match(/\d+|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+(?!\p{Ll})/gu) ?? []).map((piece) => sayPiece(piece, options)).join(" ")}`,
});

function sayPiece(piece: string, options: ReadingOptions): string {
  if (/^\d/.test(piece)) return piece.length <= 2 ? cardinal(piece, options) : sayDigits(piece);
  if (/^[\p{L}\p{M}]/u.test(piece)) {
    const known = webWords[piece.toLowerCase()];
    return known ?? (/[aeiouyăâêôơư]/iu.test(piece.normalize("NFD")) ? piece : spell(piece));
  }
  return marks[piece] ?? "";
}
