import { spell } from "../letters";
import { cardinal } from "../numbers";
import type { ReadingOptions } from "../reading-options";
import type { Rule } from "../rule";
import { isSyllable } from "../syllable";
import { romanNumeral, valueOfRoman } from "./roman";

/** The Roman numerals, and the letters, that stand as markers in a text: at a line's start, or behind the end of a sentence. */
type Series = { text: string; roman: Set<number>; small: Set<number>; letters: Set<string> };

/** By the options, which are made again for each reading of a text, so that no text is kept. */
const prepared = new WeakMap<ReadingOptions, Series>();

const marker =
  /(?<=(?:^|\n)[ \t]{0,12}|[.;:!?][ ])(?:(?<name4>[ivx]{1,5})[.)](?=[ ])|(?<name>[IVX]{1,6}|\p{L})(?:\.\d{1,2}){0,3}[.)/:]|(?<name2>[IVX]{1,6})[ ]?[-–—])[ ]?(?=\S)|\((?<name3>[ivx]{1,5})\)/gu;

function seriesOf(text: string, options: ReadingOptions): Series {
  const known = prepared.get(options);
  if (known?.text === text) return known;
  const series: Series = { text, roman: new Set(), small: new Set(), letters: new Set() };
  for (const { groups } of text.matchAll(marker)) {
    const small = groups?.name3 ?? groups?.name4;
    const name = small ?? groups?.name ?? groups?.name2 ?? "";
    if (isRoman(name)) (small ? series.small : series.roman).add(valueOfRoman(name));
    if (!groups?.name3 && Array.from(name).length === 1) series.letters.add(name);
  }
  prepared.set(options, series);
  return series;
}

const isRoman = (text: string): boolean => new RegExp(`^(?:${romanNumeral})$`, "i").test(text);

const alphabets = ["abcdefghijklmnopqrstuvwxyz", "aăâbcdđeêghiklmnoôơpqrstuưvxy", "abcdđeghiklmnopqrstuvxy"];

/** Whether the letter before or behind it in an alphabet is a marker, too. */
function isInLetters(letter: string, { letters }: Series): boolean {
  const isCapital = letter !== letter.toLowerCase();
  return alphabets.some((alphabet) => {
    const at = alphabet.indexOf(letter.toLowerCase());
    return [alphabet[at - 1], alphabet[at + 1]].some(
      (next) => at >= 0 && next !== undefined && letters.has(isCapital ? next.toUpperCase() : next),
    );
  });
}

const romanMarker = /([IVX]{1,6})((?:\.\d{1,2}){0,3})(?:([.)/:])(?=[ ]?\S)|(?=[ ]?[-–—][ ]?\p{Lu}))/uy;
const letterMarker = /(\p{L})([.)/])(?=[ ]?\S)/uy;
const lineStart = /(?:^|\n)[ \t]{0,12}$/;
const clauseStart = /[.;:!?][ ]$/;

/** Two words in capitals, or one in a heading of one. */
const isInCapitals = (behind: string): boolean =>
  /^[ ]?[-–—]?[ ]?[\p{Lu}\d]{2,}(?:[ ,]+[\p{Lu}\d&-]+)*(?:[ ,.:;]|\n|$)/u.test(behind);

/** "Mở đầu", not "Tân Phú" or "Newton phát biểu". */
function isInSentenceCase(behind: string): boolean {
  const [, first = "", second = ""] = /^[ ]?(\p{L}+)[ ](\p{L}+)/u.exec(behind) ?? [];
  return isSyllable(first) && second !== "" && second === second.toLowerCase();
}

/** I. MỞ ĐẦU, V/ Kết luận, II.1. Nội dung, b) Hai: the number of a heading, or the letter of an item in its series. */
export const headingRule: Rule = {
  name: "heading",
  begins: ["letter"],
  match(text, at, options) {
    if (!/[IVX\p{L}]/u.test(text[at] ?? "") || /[\p{L}\p{M}\p{N}]/u.test(text[at - 1] ?? "")) return null;
    const before = text.slice(Math.max(0, at - 14), at);
    const isAtLine = lineStart.test(before);
    if (!isAtLine && !clauseStart.test(before)) return null;
    romanMarker.lastIndex = at;
    letterMarker.lastIndex = at;
    const [all = "", name = "", parts = "", mark = ""] = romanMarker.exec(text) ?? [];
    if (name && isRoman(name)) {
      const series = seriesOf(text, options);
      const behind = text.slice(at + all.length, at + all.length + 60);
      const value = valueOfRoman(name);
      const isInSeries = series.roman.has(value - 1) || series.roman.has(value + 1);
      const isHeading =
        name.length > 1
          ? isAtLine || isInSeries
          : (isInSeries && !(isInLetters(name, series) && name !== "I")) ||
            (isAtLine && (parts !== "" || isInCapitals(behind) || (name !== "X" && isInSentenceCase(behind))));
      if (isHeading) {
        const below = parts.replace(/\.(\d+)/g, (_, digits: string) => ` chấm ${cardinal(digits, options)}`);
        return { length: all.length, spoken: `${cardinal(String(value), options)}${below}${mark === "" ? "" : "."}` };
      }
    }
    const [smallItem = "", small = ""] = /^([ivx]{1,5})[.)](?=[ ])/.exec(text.slice(at, at + 7)) ?? [];
    if (small && isRoman(small)) {
      const series = seriesOf(text, options);
      const value = valueOfRoman(small);
      const isInSeries = series.small.has(value - 1) || series.small.has(value + 1);
      if (isInSeries && !(small.length === 1 && isInLetters(small, series)))
        return { length: smallItem.length, spoken: `${cardinal(String(value), options)}.` };
    }
    const [item = "", letter = ""] = letterMarker.exec(text) ?? [];
    if (!letter || !isInLetters(letter, seriesOf(text, options))) return null;
    const spoken = spell(letter);
    return spoken ? { length: item.length, spoken: `${spoken}${item.slice(letter.length)}` } : null;
  },
};

/** (i), (ii), (iii) in a contract. */
export const smallRomanRule: Rule = {
  name: "roman",
  begins: ["mark"],
  match(text, at, options) {
    if (text[at] !== "(" || !/[ivx]/.test(text[at + 1] ?? "")) return null;
    const [all = "", name = ""] = /^\(([ivx]{1,5})\)/.exec(text.slice(at, at + 7)) ?? [];
    if (!name || !isRoman(name)) return null;
    const value = valueOfRoman(name);
    const { small } = seriesOf(text, options);
    if (!small.has(value - 1) && !small.has(value + 1)) return null;
    return { length: all.length, spoken: `(${cardinal(String(value), options)})` };
  },
};
