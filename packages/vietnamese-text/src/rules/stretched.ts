import { type Rule, rule, sticky } from "../rule";
import { isSyllable } from "../syllable";

const run = /[\p{L}\p{M}]+/uy;
const bases = /\p{M}/gu;
const knownBases = new Map<string, string>();

function baseOf(letter: string): string {
  const known = knownBases.get(letter);
  if (known !== undefined) return known;
  const base = letter.normalize("NFD").replace(bases, "").toLowerCase();
  if (letter.charCodeAt(0) < 0x1f00) knownBases.set(letter, base);
  return base;
}

function hasRepeatedLetter(word: string): boolean {
  for (let at = 1; at < word.length; at++) if (baseOf(word[at] ?? "") === baseOf(word[at - 1] ?? "")) return true;
  return false;
}
const plain = /^[a-zđ]$/i;

/** The word with each run of one letter, whose mark may stand on any of them, as one letter. */
function shortened(word: string, least: number): string {
  const letters = Array.from(word);
  let out = "";
  for (let at = 0; at < letters.length; ) {
    const first = letters[at] ?? "";
    let end = at + 1;
    while (end < letters.length && baseOf(letters[end] ?? "") === baseOf(first)) end++;
    const same = letters.slice(at, end);
    const marked = same.find((letter) => !plain.test(letter)) ?? first;
    out += same.length >= least ? marked : same.join("");
    at = end;
  }
  return out;
}

/** Đẹpppp, quááá, hayyy: a word that is drawn out is read as the word. */
export const stretchedRule: Rule = {
  name: "stretched",
  begins: ["letter"],
  match(text, at, options) {
    if (options.textStyle === "standard") return null;
    run.lastIndex = at;
    const word = run.exec(text)?.[0] ?? "";
    if (
      word.length < 3 ||
      !hasRepeatedLetter(word) ||
      word.length > 60 ||
      /^[IVXLCDM]+$|^[ivx]+$|^(?:WWW|www|XXX|xxx)$/.test(word)
    )
      return null;
    const triple = shortened(word, 3);
    if (triple !== word && isSyllable(triple)) return { length: word.length, spoken: triple };
    const all = shortened(word, 2);
    // Of two equal letters, such as "quáa" and "rồii", only the last are drawn out.
    const isDrawnAtEnd = /(\p{L})\1$/iu.test(word.normalize("NFD").replace(bases, "")) && !/oo/i.test(word);
    const isTooLong = triple !== word || (isDrawnAtEnd && !isSyllable(word));
    return isTooLong && all !== word && isSyllable(all) && options.textStyle === "chat"
      ? { length: word.length, spoken: all }
      : null;
  },
};

const vowelsWithMark = /[àáảãạăằắẳẵặâầấẩẫậèéẻẽẹêềếểễệìíỉĩịòóỏõọôồốổỗộơờớởỡợùúủũụưừứửữựỳýỷỹỵđ]/iu;

/** Cũg, đag, nhữg: the n of -ng left out; wá, wên: w for qu; both as people type on a phone. */
export const droppedLetterRule: Rule = {
  name: "abbreviation",
  begins: ["letter"],
  match(text, at, options) {
    if (options.textStyle !== "chat") return null;
    run.lastIndex = at;
    const word = run.exec(text)?.[0] ?? "";
    if (word.length < 2 || word.length > 7 || !vowelsWithMark.test(word) || isSyllable(word)) return null;
    const whole = /[^n]g$/u.test(word) ? word.replace(/g$/u, "ng") : word.replace(/^w/u, "qu").replace(/^W/u, "Qu");
    return whole !== word && isSyllable(whole) ? { length: word.length, spoken: whole } : null;
  },
};

/** HưngThịnh, ĐấtViệt: syllables that markup or a brand joined. */
export const joinedWordsRule: Rule = {
  name: "foreign",
  begins: ["letter"],
  match(text, at) {
    run.lastIndex = at;
    const word = run.exec(text)?.[0] ?? "";
    if (
      word.length < 4 ||
      word.length > 32 ||
      !/^(?:\p{Lu}[\p{Ll}\p{M}]+){2,4}$/u.test(word) ||
      !vowelsWithMark.test(word)
    )
      return null;
    const words = word.match(/\p{Lu}[\p{Ll}\p{M}]+/gu) ?? [];
    return words.every(isSyllable) ? { length: word.length, spoken: words.join(" ") } : null;
  },
};

const withDigits: Record<string, string> = {
  "2day": "hôm nay",
  "2nite": "tối nay",
  "4u": "cho bạn",
  "4ever": "mãi mãi",
};

/** 2day, 4ever: a digit for the sound of its English name. */
export const soundedDigitRule = rule({
  name: "abbreviation",
  begins: "digit",
  behindDigits: "dnue",
  pattern: sticky("(?:2day|2nite|4u|4ever)(?![\\p{L}\\p{N}])", "i"),
  verbalize: ({ all = "" }, { textStyle }) =>
    textStyle === "standard" ? null : (withDigits[all.toLowerCase()] ?? null),
});
